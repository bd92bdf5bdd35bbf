package kafkalib

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// seen are the figures at one look, by path.
type seen map[string]float64

// figure builds the group that an alarm looks at.
func (s seen) figure() Figure {
	root := Group("")
	for path, n := range s {
		root = planted(root, strings.Split(path, "/"), n)
	}
	return root
}

func planted(f Figure, path []string, n float64) Figure {
	if len(path) == 1 {
		return f.with(Decimal(path[0], n))
	}
	for i, p := range f.parts {
		if p.Name == path[0] {
			f.parts[i] = planted(p, path[1:], n)
			return f
		}
	}
	return f.with(planted(Group(path[0]), path[1:], n))
}

// TestAlarmStates looks once a second and notes what is raised and cleared.
func TestAlarmStates(t *testing.T) {
	age := func(n float64) seen { return seen{"queue-age": n} }
	brokers := func(one, two float64) seen {
		return seen{"brokers/1/waitresp-age": one, "brokers/2/waitresp-age": two}
	}
	tests := []struct {
		name  string
		alarm *alarm
		looks []seen
		want  []string // look, code, metric and value
	}{
		{name: "holds and does not",
			alarm: &alarm{path: []string{"queue-age"}, condition: condition{operator: ">", number: 5}},
			looks: []seen{age(5), age(6), age(9), age(5), age(6)},
			want:  []string{"1 RAISED queue-age 6", "3 CLEARED queue-age 5", "4 RAISED queue-age 6"}},
		{name: "at least",
			alarm: &alarm{path: []string{"queue-age"}, condition: condition{operator: ">=", number: 5}},
			looks: []seen{age(4), age(5), age(4)},
			want:  []string{"1 RAISED queue-age 5", "2 CLEARED queue-age 4"}},
		{name: "below",
			alarm: &alarm{path: []string{"queue-age"}, condition: condition{operator: "<", number: 5}},
			looks: []seen{age(5), age(4), age(5)},
			want:  []string{"1 RAISED queue-age 4", "2 CLEARED queue-age 5"}},
		{name: "has to hold for a time",
			alarm: &alarm{path: []string{"queue-age"}, holdFor: 2 * time.Second, condition: condition{operator: ">", number: 5}},
			looks: []seen{age(6), age(6), age(1), age(6), age(6), age(7), age(1)},
			want:  []string{"5 RAISED queue-age 7", "6 CLEARED queue-age 1"}},
		{name: "has to reach the clearing value",
			alarm: &alarm{path: []string{"queue-age"}, condition: condition{operator: ">", number: 5, clear: new(float64(0))}},
			looks: []seen{age(6), age(4), age(6), age(1), age(0), age(4)},
			want:  []string{"0 RAISED queue-age 6", "4 CLEARED queue-age 0"}},
		{name: "a clearing value at the border does not flap",
			alarm: &alarm{path: []string{"queue-age"}, condition: condition{operator: ">=", number: 5, clear: new(float64(5))}},
			looks: []seen{age(5), age(5), age(4)},
			want:  []string{"0 RAISED queue-age 5", "2 CLEARED queue-age 4"}},
		{name: "any of several, as one",
			alarm: &alarm{path: []string{"brokers", "*", "waitresp-age"}, condition: condition{operator: ">", number: 5}},
			looks: []seen{brokers(0, 0), brokers(6, 9), brokers(9, 0), brokers(3, 6), brokers(3, 4)},
			want:  []string{"1 RAISED brokers/2/waitresp-age 9", "4 CLEARED brokers/2/waitresp-age 4"}},
		{name: "what it was raised for is gone",
			alarm: &alarm{path: []string{"brokers", "*", "waitresp-age"}, condition: condition{operator: ">", number: 5}},
			looks: []seen{brokers(0, 9), {"brokers/1/waitresp-age": 0}},
			want:  []string{"0 RAISED brokers/2/waitresp-age 9", "1 CLEARED brokers/2/waitresp-age"}},
		{name: "there is no such figure",
			alarm: &alarm{path: []string{"brokers", "*", "waitresp-age"}, condition: condition{operator: "<", number: 5}},
			looks: []seen{{"queue-age": 1}, {}}},
		{name: "rate",
			alarm: &alarm{path: []string{"queue-age"}, rate: true, condition: condition{operator: ">", number: 5}},
			looks: []seen{age(100), age(105), age(111), age(112)},
			want:  []string{"2 RAISED queue-age 6", "3 CLEARED queue-age 1"}},
		{name: "rate of several",
			alarm: &alarm{path: []string{"brokers", "*", "waitresp-age"}, rate: true, condition: condition{operator: ">", number: 5}},
			looks: []seen{brokers(0, 100), brokers(1, 110), brokers(10, 110), brokers(11, 110)},
			want:  []string{"1 RAISED brokers/2/waitresp-age 10", "3 CLEARED brokers/2/waitresp-age 0"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			look := 0
			a := test.alarm
			a.emit = func(e Event) {
				line := fmt.Sprintf("%d %s %s", look, strings.TrimPrefix(e.Code, "ALARM_"), e.Metric)
				if e.Value != nil {
					line += fmt.Sprintf(" %v", *e.Value)
				}
				got = append(got, line)
			}
			now := time.Now()
			for i, s := range test.looks {
				look = i
				a.at(now.Add(time.Duration(i)*time.Second), s.figure())
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestAlarmText(t *testing.T) {
	state := func(s string) Figure { return Group("", Group("brokers", Group("1", Text("state", s)))) }
	var got []string
	a := &alarm{path: []string{"brokers", "*", "state"}, condition: condition{operator: "=", text: "down", isText: true},
		emit: func(e Event) { got = append(got, e.Code+" "+e.ValueText) }}
	for i, s := range []string{"init", "up", "down", "down", "up"} {
		a.at(time.Unix(int64(i), 0), state(s))
	}
	if want := []string{"ALARM_RAISED down", "ALARM_CLEARED up"}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestAlarmForEndsBetweenLooks: the time of for-ms is not rounded up to the
// interval.
func TestAlarmForEndsBetweenLooks(t *testing.T) {
	a := &alarm{path: []string{"queue-age"}, holdFor: 1500 * time.Millisecond, condition: condition{operator: ">", number: 5}, emit: func(Event) {}}
	now := time.Now()
	if got, want := a.at(now, seen{"queue-age": 9}.figure()), now.Add(1500*time.Millisecond); !got.Equal(want) {
		t.Errorf("next look\ngot  %v\nwant %v", got, want)
	}
}

func TestAlarmStopped(t *testing.T) {
	a := &alarm{path: []string{"queue-age"}, condition: condition{operator: ">", number: 5}, emit: func(e Event) { t.Errorf("got %s after the end", e.Code) }}
	a.stop()
	a.at(time.Now(), seen{"queue-age": 9}.figure())
}
