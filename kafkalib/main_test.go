package kafkalib

import (
	"flag"
	"runtime"
	"strconv"
	"testing"
)

// TestMain lets more of the tests that sideBySide allows run at once than there are
// processors, since they mostly wait. An explicit -parallel counts.
func TestMain(m *testing.M) {
	flag.Parse()
	if at := flag.Lookup("test.parallel"); at.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		if err := at.Value.Set("8"); err != nil {
			panic(err)
		}
	}
	m.Run()
}
