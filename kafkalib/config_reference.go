package kafkalib

import (
	"strings"
)

// references reads what options refer to: environment variables and files.
// A function that is nil, or that says no, means that the host does not grant
// it.
type references struct {
	env  func(name string) (string, bool, error)
	file func(path string) ([]byte, error)
}

// referenceName recognises the "-env" and "-file" forms of a secret option.
func referenceName(kind Kind, name string) (o *option, source string, ok bool) {
	n := normalName(name)
	for _, source := range []string{"env", "file"} {
		base, found := strings.CutSuffix(n, "-"+source)
		if !found {
			continue
		}
		if o := findOption(kind, base); o != nil && o.secret && o.ignored == "" {
			return o, source, true
		}
	}
	return nil, "", false
}

// resolve replaces ("env" "X") and ("file" "path") by what they refer to.
func (r references) resolve(o *option, v any) (any, *Error) {
	l, ok := v.(listValue)
	if !ok || len(l) != 2 {
		return v, nil
	}
	pair, ok := l.texts()
	if !ok {
		return v, nil
	}
	switch source, name := pair[0], pair[1]; source {
	case "env":
		if r.env == nil {
			return nil, invalidConfig("option " + quote(o.name) + ": the host grants no environment variables")
		}
		text, set, err := r.env(name)
		if err != nil {
			return nil, errorFrom(err)
		}
		if !set {
			return nil, invalidConfig("option " + quote(o.name) + ": environment variable " + quote(name) + " is not set")
		}
		return text, nil
	case "file":
		data, err := r.read(o.name, name)
		if err != nil {
			return nil, err
		}
		return strings.TrimRight(string(data), "\r\n"), nil
	}
	return v, nil
}

// maxReferenced bounds the files that options name, so that a mistaken path
// does not fill the memory.
const maxReferenced = 16 << 20

// read returns the content of the file that an option names.
func (r references) read(option, path string) ([]byte, *Error) {
	if r.file == nil {
		return nil, invalidConfig("option " + quote(option) + ": the host grants no files")
	}
	data, err := r.file(path)
	if err != nil {
		e := invalidConfig("option " + quote(option) + ": " + err.Error())
		e.Cause = err
		return nil, e
	}
	if len(data) > maxReferenced {
		return nil, invalidConfig("option " + quote(option) + ": file " + quote(path) + " is too large")
	}
	return data, nil
}
