package regex

// Each calls visit for all matches from byte offset from on, in order. The next match is looked for where the
// last one ended, and one character later if the last one was empty; so an empty match may follow
// right after another one. The slice loc is as of Find and valid during the call only. An error of visit
// ends Each and is returned as it is.
func (re *Regexp) Each(s string, from int, opt Options, visit func(loc []int) error) error {
	from = max(from, 0)
	for !isBoundary(s, from) {
		from++
	}
	x := re.newSearch(s, opt)
	for from <= len(s) {
		found, err := x.find(from)
		if err != nil {
			return err
		}
		if !found {
			break
		}
		if err := visit(x.caps); err != nil {
			return err
		}
		if from = x.caps[1]; from == x.caps[0] {
			if from == len(s) {
				break
			}
			from += sizeAt(s, from)
		}
	}
	x.release()
	return nil
}

// FindAll collects the matches of Each.
func (re *Regexp) FindAll(s string, from int, opt Options) ([][]int, error) {
	var all [][]int
	err := re.Each(s, from, opt, func(loc []int) error {
		if err := opt.reserve(24 + 8*len(loc)); err != nil {
			return err
		}
		all = append(all, append([]int(nil), loc...))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

func (opt *Options) reserve(n int) error {
	if opt.Reserve == nil {
		return nil
	}
	return opt.Reserve(int64(n))
}
