package kafkalib

// CheckOption returns nil if a client of that kind knows the option, in any of its
// spellings, and else the error that creating one throws.
func CheckOption(kind Kind, name string) error {
	if findOption(kind, name) != nil {
		return nil
	}
	if _, _, ok := referenceName(kind, name); ok {
		return nil
	}
	return unknownOption(kind, name, "")
}

// OptionName returns the form in which names of options are compared: dots, dashes and
// underscores are the same, and a final -ms may be left out.
func OptionName(name string) string { return normalName(name) }
