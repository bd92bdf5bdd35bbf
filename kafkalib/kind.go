package kafkalib

// A Kind is a kind of handle. The text of a handle is the kind's letter and
// a number, such as "p1".
type Kind uint8

// The kinds of handles.
const (
	Producer Kind = iota
	Consumer
	Admin
	Recorder
	Stream
	ShareConsumer
	kindCount
)

var kindNames = [kindCount]struct {
	name   string
	letter byte
}{
	Producer:      {"producer", 'p'},
	Consumer:      {"consumer", 'c'},
	Admin:         {"admin", 'a'},
	Recorder:      {"recorder", 'r'},
	Stream:        {"stream", 's'},
	ShareConsumer: {"share-consumer", 'g'},
}

// String returns the kind as scripts write it.
func (k Kind) String() string {
	if k >= kindCount {
		return "unknown kind"
	}
	return kindNames[k].name
}

// Letter returns the letter with which handles of the kind begin.
func (k Kind) Letter() byte {
	return kindNames[k].letter
}

// ParseKind returns the kind that scripts write as name.
func ParseKind(name string) (Kind, bool) {
	for k := range kindCount {
		if kindNames[k].name == name {
			return k, true
		}
	}
	return 0, false
}

// IsHandleText reports whether s has the form of a handle: the letter of a
// kind and at least one digit, nothing else. A host of that form has to be
// written with its port.
func IsHandleText(s string) bool {
	if len(s) < 2 {
		return false
	}
	known := false
	for _, k := range kindNames {
		known = known || k.letter == s[0]
	}
	if !known {
		return false
	}
	for i := 1; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// kinds is a set of kinds.
type kinds uint16

func setOf(ks ...Kind) kinds {
	var s kinds
	for _, k := range ks {
		s |= 1 << k
	}
	return s
}

func (s kinds) has(k Kind) bool { return s&(1<<k) != 0 }

// list is the kinds of the set in the order of their constants.
func (s kinds) list() []Kind {
	var ks []Kind
	for k := range kindCount {
		if s.has(k) {
			ks = append(ks, k)
		}
	}
	return ks
}

// namesOfKinds are the names of kinds, as scripts write them.
func namesOfKinds(ks []Kind) []string {
	names := make([]string, len(ks))
	for i, k := range ks {
		names[i] = k.String()
	}
	return names
}

var (
	allKinds       = setOf(Producer, Consumer, Admin, Recorder, Stream, ShareConsumer)
	producingKinds = setOf(Producer, Recorder, Stream)
	consumingKinds = setOf(Consumer, ShareConsumer, Stream)
)
