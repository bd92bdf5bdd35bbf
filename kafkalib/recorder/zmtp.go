package recorder

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The part of ZMTP 3.0, the protocol of ZeroMQ, that a PUSH socket needs: the
// greeting, the NULL mechanism, and frames.

const (
	greetingSize  = 64
	mechanismAt   = 12
	mechanismSize = 20

	flagMore    = 1
	flagLong    = 2
	flagCommand = 4

	// maxCommand bounds what is read of a peer's command.
	maxCommand = 64 << 10
)

// greeting is what both sides send first: a signature, the version, and the
// mechanism.
func greeting() []byte {
	g := make([]byte, greetingSize)
	g[0], g[9] = 0xFF, 0x7F
	g[10] = 3
	copy(g[mechanismAt:], "NULL")
	return g
}

// checkGreeting says why a peer's greeting does not fit.
func checkGreeting(g []byte) error {
	if g[0] != 0xFF || g[9] != 0x7F {
		return errors.New("the peer does not speak ZeroMQ's protocol")
	}
	if g[10] < 3 {
		return fmt.Errorf("the peer speaks version %d of ZeroMQ's protocol, 3 is needed", g[10])
	}
	if mechanism := string(bytes.TrimRight(g[mechanismAt:mechanismAt+mechanismSize], "\x00")); mechanism != "NULL" {
		return fmt.Errorf("the peer wants the mechanism %q, only NULL is supported", mechanism)
	}
	return nil
}

// ready is the command by which a socket tells its type.
func ready(socketType string) []byte {
	body := append([]byte{5}, "READY"...)
	body = append(append(body, byte(len("Socket-Type"))), "Socket-Type"...)
	body = binary.BigEndian.AppendUint32(body, uint32(len(socketType)))
	body = append(body, socketType...)
	return appendFrame(nil, flagCommand, body)
}

// appendFrame appends a frame.
func appendFrame(to []byte, flags byte, body []byte) []byte {
	if len(body) > 255 {
		to = append(to, flags|flagLong)
		to = binary.BigEndian.AppendUint64(to, uint64(len(body)))
	} else {
		to = append(to, flags, byte(len(body)))
	}
	return append(to, body...)
}

// readCommand reads a command and returns its name and its data.
func readCommand(r io.Reader) (name string, data []byte, err error) {
	var head [9]byte
	if _, err := io.ReadFull(r, head[:2]); err != nil {
		return "", nil, err
	}
	size := uint64(head[1])
	if head[0]&flagLong != 0 {
		if _, err := io.ReadFull(r, head[2:]); err != nil {
			return "", nil, err
		}
		size = binary.BigEndian.Uint64(head[1:])
	}
	if head[0]&flagCommand == 0 || size == 0 || size > maxCommand {
		return "", nil, errors.New("the peer sent no command where one belongs")
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(r, body); err != nil {
		return "", nil, err
	}
	n := int(body[0])
	if 1+n > len(body) {
		return "", nil, errors.New("the peer sent a command that is broken")
	}
	return string(body[1 : 1+n]), body[1+n:], nil
}

// property returns the value of a property in the data of a READY command.
func property(data []byte, name string) (string, bool) {
	for len(data) > 0 {
		n := int(data[0])
		if len(data) < 1+n+4 {
			return "", false
		}
		key := data[1 : 1+n]
		size := uint64(binary.BigEndian.Uint32(data[1+n:]))
		data = data[1+n+4:]
		if uint64(len(data)) < size {
			return "", false
		}
		if bytes.EqualFold(key, []byte(name)) {
			return string(data[:size]), true
		}
		data = data[size:]
	}
	return "", false
}

// handshake greets the peer and makes sure that it is a PULL socket.
func handshake(rw io.ReadWriter) error {
	if _, err := rw.Write(greeting()); err != nil {
		return err
	}
	g := make([]byte, greetingSize)
	if _, err := io.ReadFull(rw, g); err != nil {
		return err
	}
	if err := checkGreeting(g); err != nil {
		return err
	}
	if _, err := rw.Write(ready("PUSH")); err != nil {
		return err
	}
	name, data, err := readCommand(rw)
	if err != nil {
		return err
	}
	if name != "READY" {
		return fmt.Errorf("the peer answered %s: %.200q", name, data)
	}
	if kind, _ := property(data, "Socket-Type"); kind != "PULL" {
		return fmt.Errorf("the peer is a %q socket, expected PULL", kind)
	}
	return nil
}
