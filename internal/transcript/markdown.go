package transcript

import "strings"

// hiddenLines tells which lines of a Markdown text are no transcript.
func hiddenLines(lines []string) []bool {
	hidden := make([]bool, len(lines))
	block, shown := -1, false // the line of the fence of the block, and whether it has an expression
	fence, language := "", ""
	for i, line := range lines {
		hidden[i] = true
		text := strings.TrimSpace(line)
		switch {
		case block < 0 && strings.HasPrefix(text, "```"):
			language = strings.TrimLeft(text, "`")
			fence = text[:len(text)-len(language)]
			language = strings.TrimSpace(language)
			block, shown = i, false
		case block >= 0 && text == fence:
			for j := block + 1; j < i && shown && (language == "bpl" || language == "transcript"); j++ {
				hidden[j] = false
			}
			block = -1
		case block >= 0 && strings.HasPrefix(line, "> "):
			shown = true
		}
	}
	return hidden
}
