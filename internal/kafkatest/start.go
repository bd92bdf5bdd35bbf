package kafkatest

import (
	"context"
	"errors"
	"os"
	"sync"
)

// portTries bounds how often Start begins anew because another process took one
// of the ports between their choice and the broker's start.
const portTries = 3

// Start starts a cluster and returns when it is ready: every broker answers and
// knows all others, and the topics that hold group offsets and transactions
// exist, so that the first group does not wait for them. This takes about five
// seconds (three brokers: ten), and longer at the first use of a version, whose
// jars are fetched then. If ctx has no deadline, it takes at most 90 seconds
// after that.
//
// ctx bounds the starting only: stop the cluster with Stop. The brokers end with
// this process in any case.
func Start(ctx context.Context, options Options) (*Cluster, error) {
	o, err := options.complete()
	if err != nil {
		return nil, err
	}
	java, err := findJava(ctx)
	if err != nil {
		return nil, err
	}
	jars, err := Jars(ctx, o.Version)
	if err != nil {
		return nil, err
	}
	if err := checkDir(o.Dir); err != nil {
		return nil, err
	}
	ctx, cancel := withDefaultTimeout(ctx)
	defer cancel()
	for try := 1; ; try++ {
		c, err := startOnce(ctx, o, javaCommand{java, jars})
		if !errors.Is(err, errPortTaken) || try == portTries {
			return c, err
		}
		if err := clearDir(o.Dir); err != nil {
			return nil, err
		}
	}
}

// startOnce makes one try to start a cluster; what has started is stopped on an
// error.
func startOnce(ctx context.Context, options Options, java javaCommand) (c *Cluster, err error) {
	brokers, err := newBrokers(options.Brokers)
	if err != nil {
		return nil, err
	}
	dir, err := makeDir(options.Dir)
	if err != nil {
		return nil, err
	}
	o := &owner{
		java: java, heap: options.Heap, quick: options.QuickStart, dir: dir, brokers: brokers, cleanup: options.Dir == "",
		locks: make([]sync.Mutex, len(brokers)), procs: make([]*process, len(brokers)),
	}
	o.life, o.end = context.WithCancel(context.Background())
	defer func() {
		if err != nil {
			err = errors.Join(err, o.stop(context.Background()))
		}
	}()
	if err := writeCertificates(dir); err != nil {
		return nil, err
	}
	for _, b := range brokers {
		text := configuration(dir, b, brokers, options.Properties)
		if err := os.WriteFile(configFile(dir, b.ID), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	if err := formatAll(ctx, java, dir, brokers, features(options.Version)); err != nil {
		return nil, err
	}
	if err := o.startAll(ctx); err != nil {
		return nil, err
	}
	c = &Cluster{description{Version: options.Version, Dir: dir, Nodes: brokers}, o}
	if err := warmUp(ctx, c.Bootstrap()); err != nil {
		return nil, err
	}
	if o.control, err = serveControl(o); err != nil {
		return nil, err
	}
	c.Control, c.Token = o.control.address, o.control.token
	return c, c.write()
}

// startAll starts all brokers and waits until each knows all others.
func (o *owner) startAll(ctx context.Context) error {
	for _, b := range o.brokers {
		if err := o.launch(b.ID); err != nil {
			return err
		}
	}
	for i, b := range o.brokers {
		if err := awaitBroker(ctx, o.procs[i], b, o.brokers); err != nil {
			return err
		}
	}
	return nil
}
