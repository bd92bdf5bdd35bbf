package kafkalib

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

var helpLogDirs = interp.Help{
	Signature: `(kafka-log-dirs where "brokers" => ids "timeout-ms" => n)`,
	Summary:   "tells where brokers keep their replicas, and how large these are",
	Result:    `a list of ("broker" "path" "topic" "partition" "size" "lag" "future"), size in bytes, lag in records behind the leader; future for a replica that is moving there. What fails is an element with "code" and "message"`,
	Args: []interp.HelpArg{
		argWhere,
		{Name: `"brokers"`, Type: "number or list", Meaning: "ids of brokers; default all"},
		argTimeout,
	},
	Errors:  []string{errNoAnswer, "BROKER_NOT_AVAILABLE: the cluster has no such broker; in a list of brokers it is an element with \"code\" and \"message\""},
	Related: []string{"kafka-cluster", "kafka-partitions"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "kept") (apply (kafka-log-dirs "embedded" "brokers" => 0) d (list (get d "topic") (get d "size"))))`,
		Result:     `(("kept" 0))`}},
}

// A logReplica is a replica in a folder of a broker; without a topic the
// element is about the folder, without a path about the broker.
type logReplica struct {
	broker      int32
	path, topic string
	partition   int32
	size, lag   int64
	future      bool
	err         *Error
}

// logDirs is (kafka-log-dirs where ["brokers" => ids]).
func logDirs(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 1)
	if err != nil {
		return interp.Null(), err
	}
	ids, alone, err := a.brokerIDs("brokers")
	if err != nil {
		return interp.Null(), err
	}
	w, err := a.lookAt(nil, "brokers")
	if err != nil {
		return interp.Null(), err
	}
	var replicas []logReplica
	var failed map[int32]*Error
	err = w.run(call, "the log directories", func(ctx context.Context) (err error) {
		asked := ids
		if asked == nil {
			if asked, err = w.brokers(ctx); err != nil {
				return err
			}
		}
		replicas, failed, err = w.logDirs(ctx, asked)
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	for id, e := range failed {
		if alone {
			return interp.Null(), e
		}
		replicas = append(replicas, logReplica{broker: id, err: e})
	}
	slices.SortFunc(replicas, func(a, b logReplica) int {
		return cmp.Or(cmp.Compare(a.broker, b.broker), cmp.Compare(a.path, b.path), cmp.Compare(a.topic, b.topic), cmp.Compare(a.partition, b.partition))
	})
	return w.logDirTable(replicas), nil
}

// brokerIDs takes an option that names brokers: a number, or a list of
// numbers; nil where it is absent.
func (a *arguments) brokerIDs(name string) (ids []int32, alone bool, err error) {
	v, ok := a.option(name)
	if !ok {
		return nil, false, nil
	}
	items := []interp.Value{v}
	if l, ok := v.AsList(); ok {
		items = items[:0]
		for i := range l.Len() {
			items = append(items, l.At(i))
		}
	} else {
		alone = true
	}
	ids = []int32{}
	for _, item := range items {
		n, ok := wholeValue(item)
		if !ok || n < 0 || n > noLimit {
			return nil, false, a.wrongOption(name, item, "the id of a broker, or a list of ids")
		}
		if !slices.Contains(ids, int32(n)) {
			ids = append(ids, int32(n))
		}
	}
	return ids, alone, nil
}

// logDirs asks brokers for their folders, all at the same time.
func (w *administration) logDirs(ctx context.Context, ids []int32) ([]logReplica, map[int32]*Error, error) {
	var mu sync.Mutex
	var replicas []logReplica
	failed, err := askItems(ctx, w, ids, func(ctx context.Context, ids []int32) (map[int32]*Error, error) {
		known, err := w.brokers(ctx)
		if err != nil {
			return nil, err
		}
		failed := make(map[int32]*Error)
		byBroker := make(map[int32][]int32, len(ids))
		for _, id := range ids {
			if !slices.Contains(known, id) {
				failed[id] = noBroker(id)
				continue
			}
			byBroker[id] = []int32{id}
		}
		askBrokers(ctx, byBroker, failed, func(ctx context.Context, broker int32, _ []int32) (map[int32]*Error, error) {
			found, err := w.logDirsOf(ctx, broker)
			if err != nil {
				return nil, err
			}
			mu.Lock()
			defer mu.Unlock()
			replicas = append(replicas, found...)
			return nil, nil
		})
		return failed, nil
	})
	return replicas, failed, err
}

func (w *administration) logDirsOf(ctx context.Context, id int32) ([]logReplica, error) {
	req := kmsg.NewPtrDescribeLogDirsRequest()
	req.Topics = nil // all
	answer, err := w.client.Broker(int(id)).Request(ctx, req)
	if err != nil {
		return nil, err
	}
	resp := answer.(*kmsg.DescribeLogDirsResponse)
	if e := brokerErrorCode(resp.ErrorCode, nil); e != nil {
		return nil, e
	}
	var found []logReplica
	for _, dir := range resp.Dirs {
		if e := brokerErrorCode(dir.ErrorCode, nil); e != nil {
			found = append(found, logReplica{broker: id, path: dir.Dir, err: e})
			continue
		}
		for _, t := range dir.Topics {
			for _, p := range t.Partitions {
				found = append(found, logReplica{id, dir.Dir, t.Topic, p.Partition, p.Size, p.OffsetLag, p.IsFuture, nil})
			}
		}
	}
	return found, nil
}

// noBroker is the failure of a broker that the cluster does not have.
func noBroker(id int32) *Error {
	e := brokerErrorCode(kerr.BrokerNotAvailable.Code, nil)
	e.Broker = new(id)
	e.Message = "the cluster has no broker " + number(int64(id)).String()
	return e
}

var logDirShape = interp.NewShape("broker", "path", "topic", "partition", "size", "lag", "future")

func (w *administration) logDirTable(replicas []logReplica) interp.Value {
	out := interp.NewList(0)
	b := interp.NewListBuilder(logDirShape, len(replicas), 0)
	for _, r := range replicas {
		if r.topic != "" && !w.visible(r.topic) {
			continue
		}
		b.Int(r.broker)
		b.Value(textOrNull(r.path))
		if r.err != nil {
			l := b.List()
			putFailure(l, r.err)
			out.Append(interp.FromList(l))
			continue
		}
		b.Value(interp.String(r.topic))
		b.Int(r.partition)
		b.Value(number(r.size))
		b.Value(number(r.lag))
		b.Value(interp.Bool(r.future))
		out.Append(interp.FromList(b.List()))
	}
	return interp.FromList(out)
}
