package eval

import "github.com/bpl-lang/bpl/interp/value"

// List returns the exception as handlers see it (spec/language.md, Exceptions): its type, message,
// code or the library's fields and expression, and the stack. It is made once.
func (e *Exception) List() *value.List {
	if e.Data != nil {
		return e.Data
	}
	var l *value.List
	if e.Code != "" || e.Fields != nil {
		l = e.listWithFields()
	} else {
		l = e.list()
	}
	l.MakeAux().Exception = e
	e.Data = l
	return l
}

// list is List for exceptions that have no fields of a library.
func (e *Exception) list() *value.List {
	parts, form := append(value.MakeSlice(4)[:0], value.String(e.Type)), 0
	if e.HasMessage {
		parts, form = append(parts, value.String(e.Message)), form|formMessage
	}
	if e.hasExpression {
		parts, form = append(parts, e.Expression), form|formExpression
	}
	if stack, ok := e.stackValue(); ok {
		parts, form = append(parts, stack), form|formStack
	}
	return value.ListOfShape(exceptionForms[form], parts)
}

// The parts that a list of an exception may have.
const (
	formMessage = 1 << iota
	formExpression
	formStack
)

// exceptionForms are the shapes of the lists of exceptions, by their parts.
var exceptionForms = func() (forms [1 << 3]*value.Shape) {
	for form := range forms {
		names := []string{""}
		for i, name := range []string{"message", "code", "stack"} {
			if form&(1<<i) != 0 {
				names = append(names, name)
			}
		}
		forms[form] = value.NewShape(names...)
	}
	return forms
}()

// listWithFields is List for exceptions of a library that have a code or fields of their own.
func (e *Exception) listWithFields() *value.List {
	l := value.NewListCap(4)
	l.Push(value.String(e.Type))
	if e.HasMessage {
		l.Put("message", value.String(e.Message))
	}
	if e.Code != "" {
		l.Put("code", value.String(e.Code))
	}
	if e.Fields != nil {
		for i := 0; i < e.Fields.Len(); i++ {
			if name := e.Fields.Name(i); name != "" && l.Find(name) < 0 {
				l.AppendFrom(e.Fields, i)
			}
		}
	}
	if e.hasExpression && l.Find("expression") < 0 {
		l.Put("expression", e.Expression)
	}
	if stack, ok := e.stackValue(); ok {
		l.Put("stack", stack)
	}
	return l
}

// stackValue returns the stack as a value, false if there were no calls.
func (e *Exception) stackValue() (value.Value, bool) {
	if e.hasStack {
		return e.stack, true
	}
	if len(e.trace.calls) == 0 {
		return value.Null(), false
	}
	return value.ListSharing(e.trace.calls).Value(), true
}

// Thrown returns the exception that throw makes of the list l. The very list that a
// handler was given, changed or not, is raised whole again, with the stack, expression and
// cause that it had; of another one type, message, code and stack count. text gives the
// text form of a value.
func Thrown(l *value.List, text func(value.Value) string) *Exception {
	e := new(Exception)
	if aux := l.Aux(); aux != nil {
		if first, ok := aux.Exception.(*Exception); ok {
			*e = *first
			e.Data = l
			if code, ok := l.Get("code"); ok && e.Code != "" && code.IsString() {
				e.Code = text(code)
			}
		}
	}
	e.Type = GeneralException
	if l.Len() > 0 && !l.At(0).IsNull() {
		e.Type = text(l.At(0))
	}
	message, _ := l.Get("message")
	e.Message, e.HasMessage = "", !message.IsNull()
	if e.HasMessage {
		e.Message = text(message)
	}
	if e.Data == nil {
		if code, ok := l.Get("code"); ok {
			e.Expression, e.hasExpression = code, true
		}
		e.stack, e.hasStack = l.Get("stack")
	}
	return e
}
