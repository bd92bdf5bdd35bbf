package eval

import "github.com/bpl-lang/bpl/interp/value"

// List returns the exception as handlers see it (language.md §7): its type, message,
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
				l.AppendFrom(e.Fields, i)
			}
		}
	}
	if e.hasExpression {
		l.Put(expression, e.Expression)
	}
	if len(e.calls) > 0 {
		stack := value.NewListCap(len(e.calls))
		stack.Append(e.calls...)
		l.Put("stack", stack.Value())
	}
	l.MakeAux().Exception = e
	e.Data = l
	return l
}

// Rethrown returns the exception that a handler was given as the list l, to be raised
// whole again with what l says now; nil if l is no such list.
func Rethrown(l *value.List, text func(value.Value) string) *Exception {
	aux := l.Aux()
	if aux == nil {
		return nil
	}
	first, ok := aux.Exception.(*Exception)
	if !ok {
		return nil
	}
	again := *first
	again.Data = l
	if l.Len() > 0 && !l.At(0).IsNull() {
		again.Type = text(l.At(0))
	}
	message, ok := l.Get("message")
	again.HasMessage = ok && !message.IsNull()
	if again.HasMessage {
		again.Message = text(message)
	}
	return &again
}
