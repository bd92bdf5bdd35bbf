package repl

import "strings"

// secretWords are parts of names whose values are nobody's business.
var secretWords = []string{"password", "passwd", "passphrase", "secret", "\"token\"", "-token", "_token", "credential", "api-key", "apikey",
	"api_key", "private-key", "private_key", "private key", "jaas", "authorization"}

// holdsSecret reports whether a text looks as if it held a secret, so that it is not to be
// written into files. It errs on the safe side.
func holdsSecret(text string) bool {
	text = strings.ToLower(text)
	for _, word := range secretWords {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
