package chain

import (
	"math/rand/v2"
	"slices"
	"testing"
)

type number struct {
	n  int
	at Place[number]
}

func numbers(l *List[number]) []int {
	var all []int
	for m := range l.All() {
		all = append(all, m.n)
	}
	return all
}

// listOf is a list of the numbers up to n.
func listOf(n int) (*List[number], []number) {
	var l List[number]
	all := make([]number, n)
	for i := range all {
		all[i].n = i
		l.Add(&all[i], &all[i].at)
	}
	return &l, all
}

func TestLeave(t *testing.T) {
	for _, test := range []struct {
		name  string
		leave []int
		want  []int
	}{
		{"nobody", nil, []int{0, 1, 2}}, {"first", []int{0}, []int{1, 2}}, {"middle", []int{1}, []int{0, 2}}, {"last", []int{2}, []int{0, 1}},
		{"all", []int{1, 0, 2}, nil}, {"one twice", []int{1, 1}, []int{0, 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, all := listOf(3)
			for _, i := range test.leave {
				all[i].at.Leave()
			}
			if got := numbers(l); !slices.Equal(got, test.want) || l.Len() != len(test.want) {
				t.Errorf("members:\n got %v (%d)\nwant %v", got, l.Len(), test.want)
			}
		})
	}
}

func TestTake(t *testing.T) {
	l, all := listOf(2)
	if l.First() != &all[0] || l.Take() != &all[0] || l.Take() != &all[1] || l.Take() != nil || l.First() != nil || l.Len() != 0 {
		t.Errorf("left in the list: %v", numbers(l))
	}
}

func TestLeaveWhileLookedAt(t *testing.T) {
	l, _ := listOf(6)
	seen := 0
	for m := range l.All() {
		if seen++; m.n%2 == 0 {
			m.at.Leave()
		}
		if m.n == 4 {
			break
		}
	}
	if got, want := numbers(l), []int{1, 3, 5}; seen != 5 || !slices.Equal(got, want) {
		t.Errorf("members after %d were looked at:\n got %v\nwant %v", seen, got, want)
	}
}

// TestAgainstSlice lets members join and leave at random, in a list and a slice.
func TestAgainstSlice(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var l List[number]
	var want []int
	all := make([]number, 20)
	for range 10_000 {
		i := rng.IntN(len(all))
		m := &all[i]
		m.n = i
		if at := slices.Index(want, i); at >= 0 {
			m.at.Leave()
			want = slices.Delete(want, at, at+1)
		} else {
			l.Add(m, &m.at)
			want = append(want, i)
		}
		if got := numbers(&l); !slices.Equal(got, want) || l.Len() != len(want) {
			t.Fatalf("members:\n got %v (%d)\nwant %v", got, l.Len(), want)
		}
	}
}
