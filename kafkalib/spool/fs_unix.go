//go:build unix

package spool

import (
	"errors"
	"os"
	"syscall"
)

// fullCodes are errors that mean a full file system, beside ENOSPC.
var fullCodes = []error{syscall.EDQUOT, syscall.EFBIG}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
