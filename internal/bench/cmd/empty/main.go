// Command empty does nothing: what a process in Go takes to start and end, with which the
// start of bpl is compared.
package main

func main() {}
