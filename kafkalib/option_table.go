package kafkalib

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// noLimit is the upper bound of numbers that the protocol sends as 32 bits.
const noLimit = math.MaxInt32

// optionIndex finds the options by kind and by the normal form of their
// names and aliases. It is filled once and never changes.
var optionIndex = buildOptionIndex()

// optionTable lists every option once, in the order of their parts.
var optionTable = slices.Concat(connectionOptions, securityOptions, observationOptions, schemaOptions, producerOptions, recorderOptions, spoolOptions, consumerOptions, groupOptions, ignoredOptions())

func buildOptionIndex() [kindCount]map[string]*option {
	var index [kindCount]map[string]*option
	for k := range kindCount {
		index[k] = make(map[string]*option)
		for _, o := range optionTable {
			if !o.kinds.has(k) {
				continue
			}
			for _, name := range append([]string{o.name}, o.aliases...) {
				n := normalName(name)
				if other := index[k][n]; other != nil {
					panic("kafkalib: options " + o.name + " and " + other.name + " of a " + k.String() + " share the name " + name)
				}
				index[k][n] = o
			}
		}
	}
	return index
}

// findOption returns the option of a kind that a script writes as name.
func findOption(kind Kind, name string) *option {
	if o := optionIndex[kind][strings.TrimSuffix(name, "-ms")]; o != nil {
		return o // most names are spelled as here, and to normalize one costs more
	}
	return optionIndex[kind][normalName(name)]
}

// kindsOfOption returns the kinds that know name.
func kindsOfOption(name string) []Kind {
	var ks []Kind
	for k := range kindCount {
		if findOption(k, name) != nil {
			ks = append(ks, k)
		}
	}
	return ks
}

// optionHint names the option of a kind that is most like name, or the only
// one of which name is the beginning or the end.
func optionHint(kind Kind, name string) string {
	known := slices.Collect(maps.Keys(optionIndex[kind]))
	slices.Sort(known)
	name = normalName(strings.ToLower(name))
	n := nearest(name, known)
	if n == "" {
		n = onlyPart(name, known)
	}
	if n != "" {
		return "; did you mean " + quote(optionIndex[kind][n].name) + "?"
	}
	return ""
}

// onlyPart is the candidate of whose dashed words part is the first or the
// last ones, or "" where there are none or several.
func onlyPart(part string, candidates []string) string {
	found := ""
	for _, c := range candidates {
		if part == "" || !strings.HasPrefix(c, part+"-") && !strings.HasSuffix(c, "-"+part) {
			continue
		}
		if found != "" {
			return ""
		}
		found = c
	}
	return found
}

// An OptionInfo describes an option for help, completion and kafka-options.
type OptionInfo struct {
	Name    string
	Aliases []string
	Type    string
	Default any // nil, bool, int64 or string
	Range   string
	Meaning string
	Secret  bool
	Ignored string // the reason why it has no effect; "" where it has one
}

// Options returns the options of a kind, sorted by name.
func Options(kind Kind) []OptionInfo {
	if kind >= kindCount {
		return nil
	}
	var infos []OptionInfo
	for _, o := range optionTable {
		if !o.kinds.has(kind) {
			continue
		}
		info := OptionInfo{
			Name: o.name, Aliases: slices.Clone(o.aliases), Type: o.typeOf(), Range: o.rangeOf(),
			Meaning: o.meaning, Secret: o.secret, Ignored: o.ignored, Default: o.shown(o.standard),
		}
		if o.defaultText != "" {
			info.Default = o.defaultText
		}
		infos = append(infos, info)
	}
	slices.SortFunc(infos, func(a, b OptionInfo) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return infos
}

// intervalText shows an interval of whole numbers.
func intervalText(low, high int64) string {
	switch {
	case high == noLimit || high == math.MaxInt64:
		return "at least " + strconv.FormatInt(low, 10)
	default:
		return strconv.FormatInt(low, 10) + " to " + strconv.FormatInt(high, 10)
	}
}
