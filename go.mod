module github.com/bpl-lang/bpl

go 1.26
