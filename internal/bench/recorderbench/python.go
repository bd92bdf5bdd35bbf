package recorderbench

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

//go:embed send.py
var sendScript string

// KafkaPython measures send of kafka-python, by the interpreter python, where both
// are installed. The error says what is missing.
func KafkaPython(ctx context.Context, python string, state State, address string, seconds time.Duration) (Row, error) {
	servers := address
	switch state {
	case Refused:
		servers = "127.0.0.1:1"
	case Unresolvable:
		servers = "kafka.invalid:9092"
	}
	ctx, cancel := context.WithTimeout(ctx, seconds+60*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, python, "-c", sendScript, servers, Topic, fmt.Sprint(seconds.Seconds()))
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil {
		text := strings.TrimSpace(errOut.String())
		return Row{}, fmt.Errorf("%w: %s", err, text[strings.LastIndexByte(text, '\n')+1:])
	}
	var ns struct{ Empty, Send []int64 }
	if err := json.Unmarshal(out.Bytes(), &ns); err != nil {
		return Row{}, err
	}
	return Row{state, "send of kafka-python", Costs{Empty: samples(ns.Empty).quantiles(), Call: samples(ns.Send).quantiles()}}, nil
}
