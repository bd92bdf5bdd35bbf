package regex

// Split returns the parts of s between the matches. Empty parts at the end are dropped, and so is an empty first
// part before an empty match; without any match, and for the empty text, s is the only part. The parts
// share the memory of s.
func (re *Regexp) Split(s string, opt Options) ([]string, error) {
	var parts []string
	begin := 0
	add := func(part string) error {
		if len(parts) == cap(parts) {
			if err := opt.reserve(16 * max(len(parts), 1)); err != nil {
				return err
			}
		}
		parts = append(parts, part)
		return nil
	}
	err := re.Each(s, 0, opt, func(loc []int) error {
		if loc[1] == 0 {
			return nil
		}
		part := s[begin:loc[0]]
		begin = loc[1]
		return add(part)
	})
	if err != nil {
		return nil, err
	}
	if begin == 0 {
		return []string{s}, nil
	}
	if err := add(s[begin:]); err != nil {
		return nil, err
	}
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts, nil
}
