package recorder

import (
	"testing"
	"testing/synctest"
)

func TestStock(t *testing.T) {
	for _, test := range []struct {
		name   string
		events int64
		want   int
	}{{"of a short queue", 10, 10}, {"of a long queue", 50_000, stockSize}} {
		t.Run(test.name, func(t *testing.T) {
			s := newStock(test.events)
			if got := len(s.fresh); got != test.want {
				t.Errorf("items in a new stock:\n got %d\nwant %d", got, test.want)
			}
			seen := make(map[*item]bool)
			for range test.want + 2 { // the last ones are made for the caller
				it := s.get()
				if seen[it] || it.record.Topic != "" || it.event.Type != "" || it.size != 0 {
					t.Fatalf("item %d is not a new one: %+v", len(seen), it)
				}
				seen[it] = true
			}
			s.fill()
			if got := len(s.fresh); got != test.want || s.fill() != 0 {
				t.Errorf("items in a stock that was filled again:\n got %d\nwant %d", got, test.want)
			}
		})
	}
}

// TestStockFillsItself takes more than there was: the stock's goroutine makes it.
func TestStockFillsItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStock(8)
		quit := make(chan struct{})
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			s.run(quit)
		}()
		for range 5 * cap(s.fresh) {
			<-s.fresh // waits until the goroutine has filled it
		}
		close(quit)
		<-ended
	})
}

func TestNewQueue(t *testing.T) {
	for name, events := range map[string]int64{"short": 3, "touched": longestTouched, "not touched": longestTouched + 1} {
		t.Run(name, func(t *testing.T) {
			if q := newQueue(events); len(q) != 0 || cap(q) != int(events) {
				t.Errorf("queue:\n got %d of %d\nwant 0 of %d", len(q), cap(q), events)
			}
		})
	}
}
