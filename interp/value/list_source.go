package value

// SetSource notes where the list was read: the number that its session gave to the source
// text (0 for none) and the byte offset of the opening parenthesis. The note stands in
// free bytes of the header, so that places of errors cost nothing.
func (l *List) SetSource(source uint16, offset uint32) {
	l.header.source, l.header.count = source, offset
}

// Source returns what SetSource noted; source 0 means that the list was not read from a
// source text.
func (l *List) Source() (source uint16, offset uint32) {
	return l.header.source, l.header.count
}
