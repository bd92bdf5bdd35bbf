package core

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// fileTable holds the functions that work on whole files and folders.
var fileTable = []eval.Builtin{
	{
		Name: "read-file", Min: 1, Plain: readFile,
		Help: eval.Help{
			Signature: "(read-file path)",
			Summary:   "Reads a whole file.",
			Args:      []eval.HelpArg{pathHelp},
			Result:    "a string of its bytes, as they are",
			Errors: []string{
				fileFails, fileDenied,
				"IllegalArgumentException if path is no string",
				"LimitExceeded if the file is longer than a string may be",
			},
			Related: []string{"write-file", "for-each-line", "load"},
			Examples: []eval.HelpExample{
				{"(write-file \"note.txt\" \"one\\ntwo\\n\")", "null"},
				{"(read-file \"note.txt\")", "\"one\\ntwo\\n\""},
				{"(read-file \"missing.txt\")", "! IOException"},
			},
		},
	},
	{
		Name: "write-file", Min: 2, Plain: writeFile,
		Help: eval.Help{
			Signature: "(write-file path text)",
			Summary:   "Writes a file, which then has this text and nothing else.",
			Args:      []eval.HelpArg{pathHelp, {"text", "string", "what to write, byte by byte"}},
			Result:    "null",
			Errors:    fileErrors,
			Related:   []string{"append-file", "read-file"},
			Examples: []eval.HelpExample{
				{"(write-file \"note.txt\" \"one\\n\")", "null"},
				{"(read-file \"note.txt\")", "\"one\\n\""},
			},
		},
	},
	{
		Name: "append-file", Min: 2, Plain: appendFile,
		Help: eval.Help{
			Signature: "(append-file path text)",
			Summary:   "Writes a text at the end of a file, which is made if there is none.",
			Args:      []eval.HelpArg{pathHelp, {"text", "string", "what to write, byte by byte"}},
			Result:    "null",
			Errors:    fileErrors,
			Related:   []string{"write-file", "read-file"},
			Examples: []eval.HelpExample{
				{"(append-file \"log.txt\" \"one\\n\")", "null"},
				{"(append-file \"log.txt\" \"two\\n\")", "null"},
				{"(read-file \"log.txt\")", "\"one\\ntwo\\n\""},
			},
		},
	},
	{
		Name: "file-exists", Min: 1, Plain: fileExists,
		Help: eval.Help{
			Signature: "(file-exists path)",
			Summary:   "Tells whether there is a file or folder.",
			Args:      []eval.HelpArg{entryHelp},
			Result:    "a boolean",
			Errors:    fileErrors,
			Related:   []string{"list-files", "read-file"},
			Examples: []eval.HelpExample{
				{"(file-exists \"note.txt\")", "false"},
				{"(do (write-file \"note.txt\" \"\") (file-exists \"note.txt\"))", "true"},
			},
		},
	},
	{
		Name: "list-files", Min: 1, Plain: listFiles,
		Help: eval.Help{
			Signature: "(list-files path)",
			Summary:   "Lists what is in a folder.",
			Args:      []eval.HelpArg{folderHelp},
			Result:    "a list of the names of its files and folders, in order",
			Errors:    fileErrors,
			Related:   []string{"file-exists", "make-directory"},
			Examples: []eval.HelpExample{
				{"(make-directory \"out\")", "null"},
				{"(do (write-file \"out/b\" \"\") (write-file \"out/a\" \"\") (list-files \"out\"))", "(\"a\" \"b\")"},
			},
		},
	},
	{
		Name: "delete-file", Min: 1, Plain: deleteFile,
		Help: eval.Help{
			Signature: "(delete-file path)",
			Summary:   "Deletes a file or an empty folder.",
			Args:      []eval.HelpArg{entryHelp},
			Result:    "null",
			Errors:    fileErrors,
			Related:   []string{"write-file", "file-exists"},
			Examples: []eval.HelpExample{
				{"(write-file \"note.txt\" \"\")", "null"},
				{"(delete-file \"note.txt\")", "null"},
				{"(delete-file \"note.txt\")", "! IOException"},
			},
		},
	},
	{
		Name: "make-directory", Min: 1, Plain: makeDirectory,
		Help: eval.Help{
			Signature: "(make-directory path)",
			Summary:   "Makes a folder in one that exists.",
			Args:      []eval.HelpArg{folderHelp},
			Result:    "null",
			Errors:    fileErrors,
			Related:   []string{"list-files", "delete-file"},
			Examples: []eval.HelpExample{
				{"(make-directory \"out\")", "null"},
				{"(list-files \"out\")", "()"},
			},
		},
	},
}

const (
	fileFails  = "IOException, with the path in its message, if the operating system cannot do it"
	fileDenied = "PermissionDenied if the host grants no files, or not this one"
)

var (
	pathHelp   = eval.HelpArg{"path", "string", "the file; a relative path goes from the working directory"}
	entryHelp  = eval.HelpArg{"path", "string", "the file or folder; a relative path goes from the working directory"}
	folderHelp = eval.HelpArg{"path", "string", "the folder; a relative path goes from the working directory"}
	fileErrors = []string{
		fileFails, fileDenied,
		"IllegalArgumentException if an argument is no string",
	}
)

// files returns the host's file capability for the function of that name.
func files(f *eval.Frame, fn string) eval.Files {
	granted := f.Config().Files
	if granted == nil {
		eval.Throw(eval.PermissionDenied, "%s: no file access granted", fn)
	}
	return granted
}

// fileWork runs work on a file without the session's lock and raises its error.
func fileWork(f *eval.Frame, fn, path string, work func(files eval.Files) error) {
	granted := files(f, fn)
	if err := f.Unlocked(func(context.Context) error { return work(granted) }); err != nil {
		throwFile(fn, path, err)
	}
}

// throwFile raises the error of a file with its path.
func throwFile(fn, path string, err error) {
	cause := err
	var of *fs.PathError
	if errors.As(err, &of) {
		cause = of.Err // without the path, which the message has anyway
	}
	eval.ThrowIO(err, "%s: %s: %v", fn, path, cause)
}

func readFile(f *eval.Frame, l *value.List) value.Value {
	path := f.TextArg(l, 1).String()
	return value.String(ReadFile(f, "read-file", path))
}

// closeOnCancel makes a read or write of an operating system's file, which may be a pipe,
// end when ctx does.
func closeOnCancel(ctx context.Context, file any) (stop func() bool) {
	f, ok := file.(*os.File)
	if !ok {
		return func() bool { return true }
	}
	return context.AfterFunc(ctx, func() { _ = f.Close() })
}

func writeFile(f *eval.Frame, l *value.List) value.Value { return writeText(f, l, "write-file", false) }

func appendFile(f *eval.Frame, l *value.List) value.Value {
	return writeText(f, l, "append-file", true)
}

func writeText(f *eval.Frame, l *value.List, fn string, appending bool) value.Value {
	path := f.TextArg(l, 1).String()
	text := f.TextArg(l, 2).String()
	granted := files(f, fn)
	err := f.Unlocked(func(ctx context.Context) error {
		file, err := granted.Create(path, appending)
		if err != nil {
			return err
		}
		stop := closeOnCancel(ctx, file)
		_, err = io.WriteString(file, text)
		if stop() {
			err = errors.Join(err, file.Close())
		}
		return err
	})
	if err != nil {
		throwFile(fn, path, err)
	}
	return value.Null()
}

func fileExists(f *eval.Frame, l *value.List) value.Value {
	path := f.TextArg(l, 1).String()
	found := false
	fileWork(f, "file-exists", path, func(files eval.Files) error {
		_, err := files.Stat(path)
		found = err == nil
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
			return nil
		}
		return err
	})
	return value.Bool(found)
}

func listFiles(f *eval.Frame, l *value.List) value.Value {
	path := f.TextArg(l, 1).String()
	var names []string
	fileWork(f, "list-files", path, func(files eval.Files) error {
		entries, err := files.ReadDir(path)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		slices.Sort(names)
		return err
	})
	chargeList(f, len(names))
	list := value.NewListCap(len(names))
	for i, name := range names {
		f.TickElements(i)
		list.Push(value.String(name))
	}
	return list.Value()
}

func deleteFile(f *eval.Frame, l *value.List) value.Value {
	path := f.TextArg(l, 1).String()
	fileWork(f, "delete-file", path, func(files eval.Files) error { return files.Remove(path) })
	return value.Null()
}

func makeDirectory(f *eval.Frame, l *value.List) value.Value {
	path := f.TextArg(l, 1).String()
	fileWork(f, "make-directory", path, func(files eval.Files) error { return files.Mkdir(path) })
	return value.Null()
}
