package kafkalib_test

import (
	"context"
	"fmt"
	"log"
	"maps"
	"slices"
	"sync"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/plugin/kotel"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// spans stands for the provider of a host, which would export the spans.
type spans struct {
	noop.TracerProvider
	mu    sync.Mutex
	names map[string]int
}

func (s *spans) Tracer(string, ...trace.TracerOption) trace.Tracer { return spanTracer{s: s} }

type spanTracer struct {
	noop.Tracer
	s *spans
}

func (t spanTracer) Start(ctx context.Context, name string, opts ...trace.SpanStartOption) (context.Context, trace.Span) {
	t.s.mu.Lock()
	t.s.names[name]++
	t.s.mu.Unlock()
	return t.Tracer.Start(ctx, name, opts...)
}

// A host traces what scripts send and poll by the plugin that franz-go has for
// OpenTelemetry.
func ExampleWithClientHooks() {
	provider := &spans{names: make(map[string]int)}
	tracing := kotel.NewKotel(kotel.WithTracer(kotel.NewTracer(kotel.TracerProvider(provider))))
	in, err := interp.New(interp.With(kafkalib.New(
		kafkalib.WithClientHooks(func(kafkalib.Kind, string) []kgo.Hook { return tracing.Hooks() }))))
	if err != nil {
		log.Fatal(err)
	}
	s := in.NewSession()
	if _, err := s.Eval(context.Background(), `(do
	  (kafka-create-topics "embedded" "orders")
	  (kafka-send (kafka-create "producer" "embedded") "orders" ("one" "two"))
	  (kafka-poll (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest") "orders" 60000))`); err != nil {
		log.Fatal(err)
	}
	if err := s.Close(); err != nil { // all has ended, the spans too
		log.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(provider.names)) {
		fmt.Println(provider.names[name], name)
	}
	// Output:
	// 2 orders publish
	// 2 orders receive
}
