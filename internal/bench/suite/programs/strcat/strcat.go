// Package strcat is the program strcat in Go.
package strcat

// Run returns how many characters were appended.
func Run() int64 {
	text, total := "", 0
	for i := 1; i <= 200000; i++ {
		text = text + "x"
		if len(text) == 500 {
			total = total + len(text)
			text = ""
		}
	}
	return int64(total)
}
