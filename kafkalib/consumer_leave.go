package kafkalib

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// leave ends the client: what is done is committed, the group left. The
// subscription stays; the next poll builds a new client.
func (c *consumer) leave(ctx context.Context) {
	c.commitDone(ctx, nil)
	c.mu.Lock()
	client, running, abort := c.client, c.running, c.abort
	c.stopOverdue()
	calls := c.rebalance
	c.rebalance = nil
	c.leaving = true
	c.forgetAll()
	c.mu.Unlock()
	for _, call := range calls {
		close(call.done)
	}
	if running != nil {
		running.abandon()
	}
	if client != nil {
		c.closeClient(ctx, client, abort)
	}
	if running != nil {
		<-running.done
	}
	c.mu.Lock()
	c.leaving = false
	c.mu.Unlock()
}

// leaveGrace is how long the client may take to leave its group by itself.
const leaveGrace = 3 * time.Second

// closeClient closes the client, which leaves its group. One that is joining
// waits for the answer, and the coordinator answers when all members have
// joined: one of them may be at work on its records until its
// max-poll-interval-ms is over. So the join is given up, after another client
// has told the coordinator that the member leaves. A static member does not.
func (c *consumer) closeClient(ctx context.Context, client *kgo.Client, abort context.CancelFunc) {
	defer abort()
	ctx, closed := context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		defer closed()
		client.CloseAllowingRebalance()
	}()
	select {
	case <-ctx.Done():
		return
	case <-time.After(leaveGrace):
	}
	if !c.h.config.given("group-instance-id") {
		c.leaveGroup(ctx, client)
	}
	abort()
	<-ctx.Done()
}

// leaveGroup tells the coordinator that the member of the client leaves. Where
// that fails the session of the member ends by itself.
func (c *consumer) leaveGroup(ctx context.Context, client *kgo.Client) {
	id, _ := client.GroupMetadata()
	if id == "" { // no member: nothing to leave, and no client is needed
		return
	}
	side, err := c.requests()
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, c.h.config.millis("request-timeout-ms"))
	defer cancel()
	leaving := kmsg.NewLeaveGroupRequestMember()
	leaving.MemberID = id
	request := kmsg.NewPtrLeaveGroupRequest()
	request.Group, request.MemberID, request.Members = c.group, id, append(request.Members, leaving)
	_, _ = request.RequestWith(ctx, side)
}
