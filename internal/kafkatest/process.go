package kafkatest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
)

// A process runs one broker's Java machine. It is owned by the goroutine that
// waits for it, and by a guard that ends it should this process die. Its
// methods may be called from any goroutine.
type process struct {
	id     int // of the broker
	cmd    *exec.Cmd
	guard  *guard
	exited chan struct{} // closed when the process is gone and was waited for
	log    string

	mu     sync.Mutex
	paused bool
}

// startProcess starts a program that ends with this process at the latest. Its
// output goes to the end of the file log.
func startProcess(id int, log, path string, args ...string) (*process, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	defer out.Close() // the child has its own
	cmd, release, err := heldCommand(path, args...)
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{id: id, cmd: cmd, exited: make(chan struct{}), log: log}
	g, err := startGuard(cmd.Process.Pid)
	if err == nil {
		err = release()
	}
	p.guard = g
	go p.wait()
	if err != nil {
		p.kill()
		return nil, fmt.Errorf("kafkatest: starting broker %d: %w", id, err)
	}
	return p, nil
}

func (p *process) wait() {
	_ = p.cmd.Wait() // how it ended is kept in cmd.ProcessState
	p.guard.stop()
	close(p.exited)
}

func (p *process) running() bool {
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

// kill ends the process, paused or not, and returns when it is gone.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // an error means that it has ended already
	<-p.exited
}

// terminate asks the process to end in good order. If it has not ended when ctx
// ends, it is killed, and the result says so.
func (p *process) terminate(ctx context.Context) error {
	if err := p.pause(false); err != nil {
		return err
	}
	if err := signalTerminate(p.cmd.Process); err != nil {
		return err
	}
	select {
	case <-p.exited:
		return nil
	case <-ctx.Done():
		p.kill()
		return fmt.Errorf("kafkatest: broker %d did not end in good order and was killed: %w", p.id, ctx.Err())
	}
}

// pause stops the process (true) or lets it go on (false). Doing so twice has no
// further effect.
func (p *process) pause(on bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.paused == on {
		return nil
	}
	if err := signalPause(p.cmd.Process, on); err != nil {
		return fmt.Errorf("kafkatest: broker %d: %w", p.id, err)
	}
	p.paused = on
	return nil
}

// failure describes a process that ended by itself and was waited for.
func (p *process) failure() error {
	text, err := os.ReadFile(p.log)
	if err != nil {
		text = []byte(err.Error())
	}
	return fmt.Errorf("kafkatest: broker %d ended (%s); the end of its log:\n%s", p.id, p.cmd.ProcessState, tail(string(text), 25))
}
