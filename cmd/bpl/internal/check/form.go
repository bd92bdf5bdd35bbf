package check

// A form says which arguments of a special function are no code. Indices count from 1, the
// first argument; the others are evaluated as usual.
type form struct {
	data  bool  // nothing is evaluated
	binds []int // names that become local
	sets  []int // names that are set
	refs  []int // names that are only looked at
	all   bool  // all arguments bind names
}

// forms are the functions whose arguments are not simply code.
var forms = map[string]form{
	"###":            {data: true},
	"quote":          {data: true},
	"function":       {data: true}, // without a body it is none
	"set":            {sets: []int{1}},
	"++":             {sets: []int{1}},
	"--":             {sets: []int{1}},
	"set-local":      {binds: []int{1}},
	"local":          {all: true},
	"delete":         {refs: []int{1}},
	"exists":         {refs: []int{1}},
	"help":           {refs: []int{1}},
	"reference-list": {refs: []int{1}},
	"for-each":       {binds: []int{2}},
	"apply":          {binds: []int{2}},
	"find":           {binds: []int{2}},
	"locate":         {binds: []int{2}},
	"group-by":       {binds: []int{2}},
	"for-each-line":  {binds: []int{2}},
	"reduce":         {binds: []int{2, 4}},
	"kafka-for-each": {binds: []int{3}},
}
