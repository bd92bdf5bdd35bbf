// Package interchange reads and writes values as JSON and XML.
//
// Nothing here is recursive over data: a million nested lists are read and written with
// the memory that they need and no more, and the cost is linear in the text. Strings pass
// byte by byte; only where JSON or XML is written must they be valid UTF-8.
//
// All functions are safe for concurrent use as long as the lists that they are given are
// not changed meanwhile.
package interchange
