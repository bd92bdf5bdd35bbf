package kafkalib

import (
	"context"
	"maps"
	"sync"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

var helpDeleteGroups = interp.Help{
	Signature: `(kafka-delete-groups where groups "detail" => b "timeout-ms" => n)`,
	Summary:   "deletes groups that have no members, with all their commits",
	Result:    `group => true / false, false for an unknown group and for one that has members; with "detail" group => ("deleted" "code" "message")`,
	Args:      []interp.HelpArg{argWhere, argGroups, argDetail, argTimeout},
	Errors:    []string{errNoAnswer, "of a group, as \"code\" with \"detail\": GROUP_ID_NOT_FOUND, NON_EMPTY_GROUP …"},
	Related:   []string{"kafka-groups", "kafka-delete-group-offsets"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "left")
  (kafka-alter-group-offsets "embedded" "readers" "left" "to" => "end")
  (kafka-delete-groups "embedded" ("readers" "nobody")))`,
		Result: `("readers" => true "nobody" => false)`}},
}

// deleteGroups is (kafka-delete-groups where groups).
func deleteGroups(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	groups, err := a.groups(a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	detail, err := a.truthOption("detail")
	if err != nil {
		return interp.Null(), err
	}
	if err := a.permitted(Delete); err != nil {
		return interp.Null(), err
	}
	w, err := a.where("detail")
	if err != nil {
		return interp.Null(), err
	}
	var failed map[string]*Error
	if len(groups.names) > 0 {
		err = w.run(call, "the deletion of "+many(groups.names), func(ctx context.Context) (err error) {
			failed, err = w.deleteGroups(ctx, groups.names)
			return err
		})
		if err != nil {
			return interp.Null(), err
		}
	}
	return resultList(itemResults(groups.names, failed), "deleted", detail), nil
}

func (w *administration) deleteGroups(ctx context.Context, groups []string) (map[string]*Error, error) {
	var mu sync.Mutex
	lost := make(map[string]bool) // an answer about the group was lost
	return w.askCoordinators(ctx, groups, func(ctx context.Context, broker int32, groups []string) (map[string]*Error, error) {
		req := kmsg.NewPtrDeleteGroupsRequest()
		req.Groups = groups
		resp, err := w.client.Broker(int(broker)).Request(ctx, req)
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			maps.Copy(lost, allTrue(groups, mayHaveArrived(errorFrom(err))))
			return nil, err
		}
		failed := make(map[string]*Error)
		for _, g := range resp.(*kmsg.DeleteGroupsResponse).Groups {
			e := brokerErrorCode(g.ErrorCode, g.ErrorMessage)
			if e != nil && e.Code == kerr.GroupIDNotFound.Message && lost[g.Group] {
				e = nil // by the request whose answer was lost
			}
			failed[g.Group] = e
		}
		return failed, nil
	})
}

// allTrue holds the names, or none of them.
func allTrue(names []string, yes bool) map[string]bool {
	out := make(map[string]bool)
	if yes {
		for _, name := range names {
			out[name] = true
		}
	}
	return out
}
