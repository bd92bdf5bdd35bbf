//go:build !unix

package main

import "os/exec"

// ownGroup leaves a program in the group of bpl: only the program itself is ended.
func ownGroup(*exec.Cmd) {}

func exitStatus(e *exec.ExitError) int { return e.ExitCode() }
