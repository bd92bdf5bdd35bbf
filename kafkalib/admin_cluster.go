package kafkalib

import (
	"context"
	"slices"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

var helpCluster = interp.Help{
	Signature: `(kafka-cluster where "timeout-ms" => n)`,
	Summary:   "describes the cluster: its brokers, the fenced ones too, the controller and the features",
	Result:    `("id" "controller" "brokers" "features"): brokers a list of ("id" "host" "port" "rack" "fenced"), features name => level`,
	Args:      []interp.HelpArg{argWhere, argTimeout},
	Errors:    []string{errNoAnswer},
	Related:   []string{"kafka-leaders", "kafka-log-dirs", "kafka-configs"},
	Examples: []interp.HelpExample{
		{Expression: `(get (kafka-cluster "embedded") "id")`, Result: `"embedded"`},
		{Expression: `(apply (get (kafka-cluster "embedded") "brokers") b (list (get b "id") (get b "port") (get b "fenced")))`, Result: `((0 9092 false))`},
	},
}

// A clusterInfo is what the cluster says about itself.
type clusterInfo struct {
	id         *string
	controller int32 // -1 where there is none
	brokers    []brokerInfo
	features   map[string]int16
}

type brokerInfo struct {
	id     int32
	host   string
	port   int32
	rack   *string
	fenced bool
}

// cluster is (kafka-cluster where).
func cluster(call *interp.Call) (interp.Value, error) {
	w, err := lookAtCluster(call)
	if err != nil {
		return interp.Null(), err
	}
	var info clusterInfo
	err = w.run(call, "the description of the cluster", func(ctx context.Context) (err error) {
		if info, err = describeCluster(ctx, w.client); err == nil {
			info.features, err = clusterFeatures(ctx, w.client)
		}
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	return info.value(), nil
}

// describeCluster asks for the brokers, fenced ones included: they are alive
// for their operator, but the cluster does not use them.
func describeCluster(ctx context.Context, client *kgo.Client) (clusterInfo, error) {
	req := kmsg.NewPtrDescribeClusterRequest()
	req.EndpointType = 1 // brokers
	req.IncludeFencedBrokers = true
	resp, err := req.RequestWith(ctx, client)
	if err != nil {
		if errorFrom(err).Code == "UNSUPPORTED_VERSION" {
			return clusterFromMetadata(ctx, client)
		}
		return clusterInfo{}, err
	}
	if e := brokerErrorCode(resp.ErrorCode, resp.ErrorMessage); e != nil {
		if e.Code == "UNSUPPORTED_VERSION" {
			return clusterFromMetadata(ctx, client)
		}
		return clusterInfo{}, e
	}
	info := clusterInfo{id: &resp.ClusterID, controller: resp.ControllerID}
	for _, b := range resp.Brokers {
		info.brokers = append(info.brokers, brokerInfo{b.NodeID, b.Host, b.Port, b.Rack, b.IsFenced})
	}
	return info, nil
}

// clusterFromMetadata serves brokers before Kafka 2.8, which tell nothing of
// fenced ones.
func clusterFromMetadata(ctx context.Context, client *kgo.Client) (clusterInfo, error) {
	req := kmsg.NewPtrMetadataRequest()
	req.Topics = []kmsg.MetadataRequestTopic{}
	resp, err := req.RequestWith(ctx, client)
	if err != nil {
		return clusterInfo{}, err
	}
	info := clusterInfo{id: resp.ClusterID, controller: resp.ControllerID}
	for _, b := range resp.Brokers {
		info.brokers = append(info.brokers, brokerInfo{id: b.NodeID, host: b.Host, port: b.Port, rack: b.Rack})
	}
	return info, nil
}

// clusterFeatures are the finalized features with their levels.
func clusterFeatures(ctx context.Context, client *kgo.Client) (map[string]int16, error) {
	req := kmsg.NewPtrApiVersionsRequest()
	req.ClientSoftwareName, req.ClientSoftwareVersion = "bpl", "1"
	resp, err := req.RequestWith(ctx, client)
	if err != nil {
		return nil, err
	}
	features := make(map[string]int16)
	for _, f := range resp.FinalizedFeatures {
		features[f.Name] = f.MaxVersionLevel
	}
	return features, nil
}

var brokerShape = interp.NewShape("id", "host", "port", "rack", "fenced")

// value is the description as scripts see it.
func (info clusterInfo) value() interp.Value {
	slices.SortFunc(info.brokers, func(a, b brokerInfo) int { return int(a.id) - int(b.id) })
	brokers := interp.NewList(0)
	b := interp.NewListBuilder(brokerShape, len(info.brokers), 0)
	for _, broker := range info.brokers {
		b.Int(broker.id)
		b.Value(interp.String(broker.host))
		b.Int(broker.port)
		b.Value(textPointer(broker.rack))
		b.Value(interp.Bool(broker.fenced))
		brokers.Append(interp.FromList(b.List()))
	}
	features := interp.NewList(0)
	for _, name := range sortedKeys(info.features) {
		features.Put(name, interp.Int(int32(info.features[name])))
	}
	l := interp.NewList(0)
	l.Put("id", textPointer(info.id))
	l.Put("controller", orNull(int64(info.controller)))
	l.Put("brokers", interp.FromList(brokers))
	l.Put("features", interp.FromList(features))
	return interp.FromList(l)
}

// textPointer is a string, null for nil.
func textPointer(s *string) interp.Value {
	if s == nil {
		return interp.Null()
	}
	return interp.String(*s)
}
