package kafkalib

import (
	"maps"
	"slices"
	"strings"
)

// Where an error comes from: found by the client, or answered by a broker.
const (
	OriginClient = "client"
	OriginBroker = "broker"
)

// A persistence says what a failure tells about the record that it hit.
type persistence uint8

const (
	notARecord    persistence = iota // says nothing about a record
	excludesStore                    // "no": the record is not stored
	mayBeStored                      // "possibly": the record may be stored
)

// A codeEntry is what the library knows about one error or event. The same
// name may have an entry of each kind and origin.
type codeEntry struct {
	name      string
	event     bool
	origin    string // of an error; "" for events
	severity  string // "info", "warning", "error"
	retriable bool
	persisted persistence
	fields    []string // beside the fields that all errors, or all events, have
	meaning   string
	advice    string
}

func (e *codeEntry) kind() string {
	if e.event {
		return "event"
	}
	return "error"
}

// codeTable holds all entries by name, errors before events. It is filled
// once and never changes.
var codeTable = buildCodeTable()

func buildCodeTable() map[string][]*codeEntry {
	table := make(map[string][]*codeEntry)
	for _, part := range [][]codeEntry{clientErrors, brokerErrors(), eventCodes} {
		for i := range part {
			table[part[i].name] = append(table[part[i].name], &part[i])
		}
	}
	return table
}

// errorEntry returns the entry of an error, or nil for a name that the table
// does not know (a broker newer than the library).
func errorEntry(name, origin string) *codeEntry {
	for _, e := range codeTable[name] {
		if !e.event && e.origin == origin {
			return e
		}
	}
	return nil
}

// eventEntry returns the entry of an event, or nil.
func eventEntry(name string) *codeEntry {
	for _, e := range codeTable[name] {
		if e.event {
			return e
		}
	}
	return nil
}

// A CodeInfo describes one name of kafka-codes. A name that is both an error
// and an event, or an error of both origins, has all of them in one text,
// separated by "; ".
type CodeInfo struct {
	Name, Kind, Origin, Severity string
	Fields                       []string
	Meaning, Advice              string
}

// Codes returns all errors and events, sorted by name.
func Codes() []CodeInfo {
	infos := make([]CodeInfo, 0, len(codeTable))
	for _, name := range slices.Sorted(maps.Keys(codeTable)) {
		info := CodeInfo{Name: name}
		for _, e := range codeTable[name] {
			info.Kind = joinDistinct(info.Kind, e.kind())
			info.Origin = joinDistinct(info.Origin, e.origin)
			info.Severity = joinDistinct(info.Severity, e.severity)
			info.Meaning = joinDistinct(info.Meaning, e.meaning)
			info.Advice = joinDistinct(info.Advice, e.advice)
			for _, f := range e.fields {
				if !slices.Contains(info.Fields, f) {
					info.Fields = append(info.Fields, f)
				}
			}
		}
		infos = append(infos, info)
	}
	return infos
}

// joinDistinct appends text to a "; " list unless it is there already.
func joinDistinct(list, text string) string {
	if text == "" || slices.Contains(strings.Split(list, "; "), text) {
		return list
	}
	if list == "" {
		return text
	}
	return list + "; " + text
}
