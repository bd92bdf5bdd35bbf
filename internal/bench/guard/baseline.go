package guard

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
)

// Ratios are times of programs as multiples of the time of the reference.
type Ratios map[string]float64

//go:embed baseline.json
var stored []byte

// Baseline returns the stored ratios.
func Baseline() (Ratios, error) {
	var r Ratios
	if err := json.Unmarshal(stored, &r); err != nil {
		return nil, fmt.Errorf("baseline.json: %w", err)
	}
	return r, nil
}

// Store writes the ratios to a file in the form of baseline.json.
func (r Ratios) Store(path string) error {
	rounded := map[string]json.RawMessage{}
	for name, x := range r {
		rounded[name] = json.RawMessage(fmt.Sprintf("%.3f", x))
	}
	text, err := json.MarshalIndent(rounded, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}
