package eval

import "github.com/bpl-lang/bpl/interp/value"

// List returns the exception as handlers see it (spec/language.md, Exceptions): its type, message,
// code or the library's fields and expression, and the stack. It is made once.
func (e *Exception) List() *value.List {
	if e.Data != nil {
		return e.Data
	}
	l := value.NewListCap(4)
	l.Push(value.String(e.Type))
	if e.HasMessage {
		l.Put("message", value.String(e.Message))
	}
	expression := "code"
	if e.Code != "" || e.Fields != nil {
		expression = "expression"
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
	}
	if e.hasExpression && l.Find(expression) < 0 {
		l.Put(expression, e.Expression)
	}
	if e.hasStack {
		l.Put("stack", e.stack)
	} else if len(e.trace.calls) > 0 {
		l.Put("stack", value.ListSharing(e.trace.calls).Value())
	}
	l.MakeAux().Exception = e
	e.Data = l
	return l
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
