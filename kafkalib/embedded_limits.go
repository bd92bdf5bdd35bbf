package kafkalib

import (
	"fmt"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// limitPartitions makes an embedded broker refuse what brokers refuse, more
// than requestPartitions new partitions in one request: it would go on to make
// them until the memory is full.
func limitPartitions(cluster *kfake.Cluster) {
	cluster.ControlKey(int16(kmsg.CreateTopics), func(r kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		req := r.(*kmsg.CreateTopicsRequest)
		sum := int64(0)
		for _, t := range req.Topics {
			sum += max(int64(t.NumPartitions), int64(len(t.ReplicaAssignment)))
		}
		if sum <= requestPartitions {
			return nil, nil, false
		}
		resp := req.ResponseKind().(*kmsg.CreateTopicsResponse)
		for _, t := range req.Topics {
			answer := kmsg.NewCreateTopicsResponseTopic()
			answer.Topic, answer.ErrorCode, answer.ErrorMessage = t.Topic, kerr.PolicyViolation.Code, tooManyPartitions(sum)
			resp.Topics = append(resp.Topics, answer)
		}
		return resp, nil, true
	})
	cluster.ControlKey(int16(kmsg.CreatePartitions), func(r kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		req := r.(*kmsg.CreatePartitionsRequest)
		sum := int64(0)
		for _, t := range req.Topics {
			sum += int64(t.Count)
		}
		if sum <= requestPartitions {
			return nil, nil, false
		}
		resp := req.ResponseKind().(*kmsg.CreatePartitionsResponse)
		for _, t := range req.Topics {
			answer := kmsg.NewCreatePartitionsResponseTopic()
			answer.Topic, answer.ErrorCode, answer.ErrorMessage = t.Topic, kerr.PolicyViolation.Code, tooManyPartitions(sum)
			resp.Topics = append(resp.Topics, answer)
		}
		return resp, nil, true
	})
}

func tooManyPartitions(n int64) *string {
	return kmsg.StringPtr(fmt.Sprintf("%d partitions are too many for one request, at most %d are allowed", n, requestPartitions))
}
