package lineedit

// A keyCode is what a key, or a sequence of bytes from the terminal, asks for.
type keyCode int

const (
	keyNone keyCode = iota // nothing that means something here
	keyRune                // a character to insert
	keyEnter
	keyInterrupt // Ctrl-C
	keyEOF       // Ctrl-D: the end of the input on an empty line, else delete
	keyTab
	keyBackspace
	keyDelete
	keyLeft
	keyRight
	keyWordLeft
	keyWordRight
	keyHome
	keyEnd
	keyUp
	keyDown
	keyKillEnd
	keyKillStart
	keyKillWord     // before the cursor, to a blank
	keyKillWordLeft // before the cursor, to the start of a word
	keyKillWordRight
	keyYank
	keyTranspose
	keyClear // the screen
	keySearch
	keySearchForward
	keyAbort // Ctrl-G
	keyEscape
	keyPasteBegin
	keyPasteEnd
)

// A key is one event of the keyboard.
type key struct {
	code keyCode
	r    rune // of keyRune
}

// controls are the keys of the control characters.
var controls = map[byte]keyCode{
	0x01: keyHome, 0x02: keyLeft, 0x03: keyInterrupt, 0x04: keyEOF, 0x05: keyEnd, 0x06: keyRight, 0x07: keyAbort,
	0x08: keyBackspace, 0x09: keyTab, 0x0a: keyEnter, 0x0b: keyKillEnd, 0x0c: keyClear, 0x0d: keyEnter, 0x0e: keyDown,
	0x10: keyUp, 0x12: keySearch, 0x13: keySearchForward, 0x14: keyTranspose, 0x15: keyKillStart, 0x17: keyKillWord,
	0x19: keyYank, 0x7f: keyBackspace,
}

// escapes are the keys of ESC and a character: what Alt with it sends.
var escapes = map[byte]keyCode{
	'b': keyWordLeft, 'B': keyWordLeft, 'f': keyWordRight, 'F': keyWordRight, 'd': keyKillWordRight, 'D': keyKillWordRight,
	0x7f: keyKillWordLeft, 0x08: keyKillWordLeft,
}

// sequences are the keys of ESC [ or ESC O and a final letter.
var sequences = map[byte]keyCode{
	'A': keyUp, 'B': keyDown, 'C': keyRight, 'D': keyLeft, 'H': keyHome, 'F': keyEnd,
}

// numbered are the keys of ESC [ NUMBER ~.
var numbered = map[string]keyCode{
	"1": keyHome, "7": keyHome, "4": keyEnd, "8": keyEnd, "3": keyDelete, "200": keyPasteBegin, "201": keyPasteEnd,
}
