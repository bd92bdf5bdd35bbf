// Package repository holds tests of the repository itself: rules about all of
// its files that no compiler and no linter checks. Each rule is a function from
// files to findings, which is also tested on samples that break the rule.
package repository
