package kafkalib

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// The processes of the crash test are this test's binary, which runs one of
// the following tests alone.

// crashVariable tells such a process what to do: "broker", "send NUMBER" or
// "drain".
const crashVariable = "BPL_TEST_SPOOL_CRASH"

// TestSpooledCrashBroker is a broker until its standard input ends. It says
// its address.
func TestSpooledCrashBroker(t *testing.T) {
	if os.Getenv(crashVariable) != "broker" {
		t.Skip("is run by TestSpooledCrash")
	}
	server, err := NewServer(ServerOptions{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	fmt.Printf("@%s\n", server.Address())
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// crashKeys is how many keys the records have.
const crashKeys = 5

// TestSpooledCrashProducer is a producer with a spool: it sends, through
// connections that fail at random, until it is killed, and says the value of
// each record that was accepted; or it delivers what there is.
func TestSpooledCrashProducer(t *testing.T) {
	var run int
	task := os.Getenv(crashVariable)
	if n, _ := fmt.Sscanf(task, "send %d", &run); n == 0 && task != "drain" {
		t.Skip("is run by TestSpooledCrash")
	}
	net := &faultyDial{to: systemDial}
	in, err := interp.New(interp.With(New(WithSpools(nil), WithDialer(net.dial))))
	if err != nil {
		t.Fatal(err)
	}
	s := in.NewSession()
	defer s.Close()
	for _, name := range []string{"servers", "topic", "dir", "options"} {
		if err := s.Set(name, os.Getenv("BPL_TEST_SPOOL_"+name)); err != nil {
			t.Fatal(err)
		}
	}
	eval := func(src string) interp.Value {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
		defer cancel()
		v, err := s.Eval(ctx, src)
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		return v
	}
	eval(`(set p (kafka-create "producer" servers "spool" => dir "spool-id" => true "spool-max-bytes" => 8000000 "max-in-flight-records" => 200
	  "spool-fsync" => options "delivery-timeout-ms" => 170000))`)
	if task == "drain" {
		if left := eval(`(kafka-flush p)`).String(); left != "0" {
			t.Fatalf("%s records are left", left)
		}
		eval(`(kafka-destroy p)`)
		fmt.Println("@drained")
		return
	}
	done := make(chan struct{})
	var flaky sync.WaitGroup
	defer flaky.Wait()
	defer close(done)
	flaky.Go(func() {
		for down := false; ; down = !down {
			select {
			case <-time.After(time.Duration(5+rand.IntN(60)) * time.Millisecond):
				net.setDown(down)
			case <-done:
				return
			}
		}
	})
	out := bufio.NewWriter(os.Stdout)
	for i := 0; ; {
		n := 1 + rand.IntN(20)
		values := make([]string, n)
		for j := range values {
			values[j] = strconv.Itoa(run) + "-" + strconv.Itoa(i+j)
		}
		if err := s.Set("values", values); err != nil {
			t.Fatal(err)
		}
		_ = s.Set("key", strconv.Itoa(rand.IntN(crashKeys)))
		accepted := eval(`(try (do (kafka-send p topic values "key" => key) true) (e "KafkaException" => (if (= e/code "SPOOL_FULL") false (throw e))))`)
		if accepted.String() != "true" { // full: it is drained when the network is there
			time.Sleep(time.Millisecond)
			continue
		}
		i += n
		for _, v := range values {
			fmt.Fprintf(out, "@%s\n", v)
		}
		out.Flush()
		time.Sleep(time.Duration(rand.IntN(1000)) * time.Microsecond)
	}
}
