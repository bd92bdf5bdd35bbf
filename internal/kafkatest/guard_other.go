//go:build !unix

package kafkatest

import (
	"errors"
	"os"
	"os/exec"
)

// errSystem is all that happens on a system without Unix processes: nothing
// there ends a broker when its owner dies.
var errSystem = errors.New("kafkatest: a real Kafka is started on Unix systems only; start one elsewhere and set BPL_KAFKA_SERVERS")

type guard struct{}

func startGuard(int) (*guard, error) { return nil, errSystem }

func (*guard) stop() {}

func heldCommand(string, ...string) (*exec.Cmd, func() error, error) { return nil, nil, errSystem }

func signalTerminate(*os.Process) error { return errSystem }

func signalPause(*os.Process, bool) error { return errSystem }
