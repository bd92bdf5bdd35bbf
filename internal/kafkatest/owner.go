package kafkatest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
)

// An owner holds the brokers that this process started.
type owner struct {
	java    javaCommand
	heap    string
	quick   bool // start quickly, see Options.QuickStart
	dir     string
	brokers []Broker
	cleanup bool // remove dir in the end
	control *controlService

	locks []sync.Mutex // per broker: one operation at a time
	procs []*process   // per broker, under its lock; nil until the first start

	life     context.Context // ends when the cluster is to stop
	end      context.CancelFunc
	stopOnce sync.Once
	stopErr  error
}

func (o *owner) operate(ctx context.Context, op operation, id int) error {
	ctx, cancel := o.bounded(ctx)
	defer cancel()
	o.locks[id-1].Lock()
	defer o.locks[id-1].Unlock()
	p := o.procs[id-1]
	running := p != nil && p.running()
	if op == opRestart {
		if running {
			return fmt.Errorf("kafkatest: broker %d is running already (process %d)", id, p.cmd.Process.Pid)
		}
		if err := o.launch(id); err != nil {
			return err
		}
		return awaitBroker(ctx, o.procs[id-1], o.brokers[id-1], o.brokers[id-1:id])
	}
	if !running {
		return fmt.Errorf("kafkatest: broker %d is not running, so %s is impossible", id, op)
	}
	switch op {
	case opKill:
		p.kill()
		return nil
	case opShutdown:
		return p.terminate(ctx)
	case opPause:
		return p.pause(true)
	case opResume:
		return p.pause(false)
	}
	return fmt.Errorf("kafkatest: %q is no operation on a broker", op)
}

// launch starts a broker's process. The caller holds the broker's lock and knows
// that none runs.
func (o *owner) launch(id int) error {
	if o.life.Err() != nil {
		return errors.New("kafkatest: the cluster was stopped")
	}
	args := []string{"-Xmx" + o.heap, "-XX:+UseSerialGC", "-XX:-UsePerfData"}
	if o.quick {
		args = append(args, "-XX:TieredStopAtLevel=1")
	}
	args = append(args, o.java.args("kafka.Kafka", configFile(o.dir, id))...)
	p, err := startProcess(id, logFile(o.dir, id), o.java.path, args...)
	if err != nil {
		return err
	}
	o.procs[id-1] = p
	return nil
}

// stop ends the brokers and the control service.
func (o *owner) stop(context.Context) error {
	err := o.stopBrokers()
	o.control.close()
	return err
}

// stopBrokers ends all brokers for good and removes what they left. It leaves
// the control service, through which it may have been asked for, able to answer.
func (o *owner) stopBrokers() error {
	o.stopOnce.Do(func() {
		o.end() // no broker starts from here on
		for i := range o.procs {
			o.locks[i].Lock()
			if p := o.procs[i]; p != nil {
				p.kill()
			}
			o.locks[i].Unlock()
		}
		if o.cleanup {
			o.stopErr = os.RemoveAll(o.dir)
		} else {
			o.stopErr = os.Remove(descriptionFile(o.dir))
			if errors.Is(o.stopErr, os.ErrNotExist) {
				o.stopErr = nil // it had not come up
			}
		}
	})
	return o.stopErr
}

// bounded gives a context without deadline the default one, and ends it with the
// cluster.
func (o *owner) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := withDefaultTimeout(ctx)
	unlink := context.AfterFunc(o.life, cancel)
	return ctx, func() {
		unlink()
		cancel()
	}
}

func withDefaultTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, has := ctx.Deadline(); has {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, defaultTimeout)
}
