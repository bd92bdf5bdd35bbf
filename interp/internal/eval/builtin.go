package eval

import (
	"maps"
	"slices"
	"sync"

	"github.com/bpl-lang/bpl/interp/value"
)

// A Builtin describes one built-in function. It is data: packages keep tables of them,
// and an interpreter copies what it needs.
type Builtin struct {
	Name string
	// Min is the least number of arguments; with fewer the call throws before Plain runs.
	Min int
	// Plain evaluates the call l = (name arguments…). It evaluates those of its arguments
	// that the function evaluates, reading them from l when it gets there, since code may
	// change while it runs. It throws by panicking with an exception (Throw…).
	Plain func(f *Frame, l *value.List) value.Value
	Help  Help
}

// Help is what the help function, the documentation and completion know of a function.
type Help struct {
	// Signature is written as "(f a [b] c… \"opt\" => n)": brackets for optional
	// arguments, an ellipsis for any number, capitals for arguments that are not evaluated.
	Signature, Summary, Result string
	Args                       []HelpArg
	Errors, Related            []string
	Examples                   []HelpExample
}

// HelpArg describes one argument. Like HelpExample it is an unnamed type, so that tables
// of it may be written without field names.
type HelpArg = struct{ Name, Type, Meaning string }

// HelpExample is an expression and the result it prints, or "! TYPE" and a message for an
// exception, as in the transcripts. An empty Result is not compared. The examples of one
// function are evaluated in order in one session.
type HelpExample = struct{ Expression, Result string }

// A Function is a Builtin as one interpreter knows it; hard references are bound to it.
type Function struct {
	Builtin
	Hard    bool
	Library *Library // nil for the core library
	Denied  string   // why the host withholds it, "" if it does not
	Compile Compile  // nil: calls are evaluated by Plain
	Pure    bool     // what Compile makes of arguments that change nothing changes nothing
	self    value.Value
}

// FunctionName is the name of the function.
func (fn *Function) FunctionName() string { return fn.Name }

// Overridable reports whether variables may hide the function.
func (fn *Function) Overridable() bool { return !fn.Hard }

// Value is the hard reference of the function.
func (fn *Function) Value() value.Value { return fn.self }

// NewFunction returns the hard reference of a function that is in no registry, such as a
// Go function that a host hands over as a value.
func NewFunction(fn *Function) value.Value {
	fn.self = value.NewHardRef(fn).Value()
	return fn.self
}

// A Registry is the immutable table of the functions of one interpreter. It is safe for
// concurrent use.
type Registry struct {
	functions map[string]*Function
	Config    Config
	random    sync.Mutex    // guards Config.Rand
	output    chan struct{} // full while somebody writes to Config's streams
	slots     sync.Map
}

// NewRegistry returns a registry of these functions.
func NewRegistry(config Config, functions []*Function) *Registry {
	r := &Registry{
		functions: make(map[string]*Function, len(functions)),
		Config:    config,
		output:    make(chan struct{}, 1),
	}
	for _, fn := range functions {
		fn.self = value.NewHardRef(fn).Value()
		r.functions[fn.Name] = fn
	}
	return r
}

// Slot returns what the sessions of the registry share under that key, made by create when
// it is first asked for; it must be safe for concurrent use.
func (r *Registry) Slot(key any, create func() any) any {
	if v, ok := r.slots.Load(key); ok {
		return v
	}
	v, _ := r.slots.LoadOrStore(key, create())
	return v
}

// Function returns the function of that name, nil if there is none.
func (r *Registry) Function(name string) *Function { return r.functions[name] }

// Functions returns all functions in no particular order.
func (r *Registry) Functions() []*Function {
	return slices.Collect(maps.Values(r.functions))
}

// HardName tells the reader whether a token is the name of a function that it binds
// itself, and to which.
func (r *Registry) HardName(name string) (value.Function, bool) {
	if fn := r.functions[name]; fn != nil && fn.Hard {
		return fn, true
	}
	return nil, false
}

// addition returns the hard reference of an overridable function, which is the value of
// its name where no variable hides it.
func (r *Registry) addition(name string) (value.Value, bool) {
	if fn := r.functions[name]; fn != nil && !fn.Hard {
		return fn.self, true
	}
	return value.Null(), false
}
