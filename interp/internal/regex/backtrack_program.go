package regex

// A backOp is what an instruction of a backProgram does.
type backOp uint8

const (
	backEnd       backOp = iota // the end of the pattern, or of the part in a look-around or atomic group
	backText                    // texts[arg]
	backSet                     // one symbol of sets[arg]
	backSplit                   // out, or else alt
	backAssert                  // assertion arg holds
	backOpen                    // capturing group arg begins here
	backClose                   // capturing group arg ends here
	backRun                     // min to max symbols of sets[arg], as many as possible
	backLoop                    // a repetition with register arg begins
	backNext                    // an iteration of it is over
	backAgain                   // another iteration of it begins
	backReference               // the text of group arg
	backLook                    // the part at alt matches (or not) here
	backAtomic                  // the first match of the part at alt
)

// A backInst is one instruction of a backProgram.
type backInst struct {
	op         backOp
	lazy       bool  // backNext
	possessive bool  // backRun: give nothing back
	negative   bool  // backLook
	behind     bool  // backLook
	fold       bool  // backReference
	out, alt   int32 // the next instructions
	arg        int32
	min, max   int32 // counts of backRun, backLoop, backNext; widths of a look-behind
	table      int32 // choice table of backSplit; of backRun: choiceFirst where out can match; -1 without
}

// A backProgram is the code of a pattern for the backtracker. Repetitions are counted instead of
// written out, so its size follows that of the pattern. Immutable.
type backProgram struct {
	insts     []backInst
	texts     []string
	sets      []*charSet
	tables    []*choiceTable
	start     int32
	registers int // of the repetitions and groups
}

// weight estimates the memory of the program in bytes.
func (p *backProgram) weight() int64 {
	return int64(len(p.insts))*36 + dataWeight(p.sets, p.tables)
}
