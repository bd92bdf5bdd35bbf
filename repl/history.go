package repl

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp/syntax"
)

// The bounds of the history.
const (
	historyEntries = 10_000   // that are kept
	historySlack   = 2_000    // more than that in the file before it is shortened
	historyEntry   = 64 << 10 // bytes of one; longer ones are not kept
	historyRead    = 64 << 20 // bytes of a file that are looked at, from its end
)

// A history is the file that keeps what was typed, one entry on a line; other sessions
// append to it at the same time. Without a path nothing is kept. What goes wrong with it is
// told once: it must not keep anybody from working.
type history struct {
	path string
	last string
	fail error // the first one
}

func openHistory(path string) *history { return &history{path: path} }

// entries reads the file, the oldest first, each entry once, where it was used last.
func (h *history) entries() []string {
	if h.path == "" {
		return nil
	}
	var lines []string
	err := withLock(h.path, false, func(f *os.File) (err error) {
		lines, err = readEntries(f)
		return err
	})
	if err != nil {
		if !errors.Is(err, os.ErrNotExist) {
			h.fail = err
		}
		return nil
	}
	return newest(lines, historyEntries)
}

// newest leaves the last of equal entries, and the last ones of too many.
func newest(lines []string, most int) []string {
	seen := map[string]bool{}
	var kept []string
	for _, line := range slices.Backward(lines) {
		if len(kept) == most {
			break
		}
		if !seen[line] {
			seen[line] = true
			kept = append(kept, line)
		}
	}
	slices.Reverse(kept)
	return kept
}

// readEntries reads the lines that can be entries: a damaged file loses what is damaged.
func readEntries(f *os.File) ([]string, error) {
	if end, err := f.Seek(0, io.SeekEnd); err != nil {
		return nil, err
	} else if _, err := f.Seek(max(0, end-historyRead), io.SeekStart); err != nil {
		return nil, err
	}
	var lines []string
	in := bufio.NewReaderSize(f, historyEntry)
	for {
		line, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) { // too long: skip the rest of it
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
			line = nil
		}
		if text := strings.TrimRight(string(line), "\r\n"); isEntry(text) {
			lines = append(lines, text)
		}
		if err == io.EOF {
			return lines, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// isEntry reports whether a line of the file can have been written by a session.
func isEntry(text string) bool {
	return strings.TrimSpace(text) != "" && utf8.ValidString(text) &&
		strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) < 0
}

// add appends an entry, unless it repeats the last one.
func (h *history) add(entry string) {
	if h.path == "" || entry == h.last || len(entry) > historyEntry || !isEntry(entry) {
		return
	}
	h.last = entry
	err := withLock(h.path, true, func(f *os.File) error {
		// A session that was killed may have left a line without its end.
		prefix := ""
		if end, err := f.Seek(0, io.SeekEnd); err == nil && end > 0 {
			var last [1]byte
			if _, err := f.ReadAt(last[:], end-1); err == nil && last[0] != '\n' {
				prefix = "\n"
			}
		}
		_, err := f.WriteString(prefix + entry + "\n")
		return err
	})
	if err != nil && h.fail == nil {
		h.fail = err
	}
}

// shorten leaves the newest entries in a file that has many more than are kept.
func (h *history) shorten() error {
	if h.path == "" {
		return nil
	}
	err := withLock(h.path, false, func(f *os.File) error {
		lines, err := readEntries(f)
		if err != nil || len(lines) <= historyEntries+historySlack {
			return err
		}
		text := strings.Join(newest(lines, historyEntries), "\n") + "\n"
		temporary := h.path + ".new"
		if err := os.WriteFile(temporary, []byte(text), 0o600); err != nil {
			return err
		}
		return os.Rename(temporary, h.path) // who waits for the lock of the old file opens this one
	})
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// withLock opens the file, for this user alone, and runs f while no other session reads or
// changes it.
func withLock(path string, create bool, f func(*os.File) error) error {
	flags := os.O_RDWR | os.O_APPEND
	if create {
		flags |= os.O_CREATE
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
	}
	for range 100 {
		file, err := os.OpenFile(path, flags, 0o600)
		if err != nil {
			return err
		}
		if err := lockFile(file); err != nil {
			return errors.Join(err, file.Close())
		}
		if !isAt(file, path) { // it was replaced while this session waited
			if err := file.Close(); err != nil {
				return err
			}
			continue
		}
		if info, err := file.Stat(); err == nil && info.Mode().Perm()&0o077 != 0 {
			_ = file.Chmod(0o600)
		}
		return errors.Join(f(file), file.Close())
	}
	return errors.New("history: " + path + " is replaced again and again")
}

// isAt reports whether the path still names the file.
func isAt(file *os.File, path string) bool {
	own, err := file.Stat()
	if err != nil {
		return false
	}
	other, err := os.Stat(path)
	return err == nil && os.SameFile(own, other)
}

// remember keeps a text in the history: on one line, which reads the same.
func (s *session) remember(text string) {
	if !s.Interactive || strings.HasPrefix(text, "#!") {
		return
	}
	entry := strings.TrimSpace(syntax.Compact(text))
	s.editor.AddHistory(entry)
	if !holdsSecret(entry) {
		s.history.add(entry)
	}
	if s.history.fail != nil {
		s.warn("history: %v", s.history.fail)
		s.history.path, s.history.fail = "", nil
	}
}
