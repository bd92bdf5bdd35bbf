package variant

import (
	"os"
	"path/filepath"

	"github.com/bpl-lang/bpl/internal/bench/suite"
)

// Write writes the suite in the variant's way beneath dir, which it makes: each program in
// a folder of its own.
func (v Variant) Write(dir string) error {
	for _, p := range suite.Programs() {
		source, _ := suite.Source(p.Name, "bpl")
		text, err := v.Rewrite(p.Name, source)
		if err != nil {
			return err
		}
		folder := filepath.Join(dir, p.Name)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, p.Name+".bpl"), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
