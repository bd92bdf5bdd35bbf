package main

import "github.com/bpl-lang/bpl/interp"

// libraries are the libraries of the command.
func libraries() []interp.Option { return nil }
