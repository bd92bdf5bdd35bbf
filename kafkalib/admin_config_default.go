package kafkalib

import (
	"context"
	"math"
	"slices"
	"strconv"

	"github.com/twmb/franz-go/pkg/kmsg"
)

// A brokerDefault is a configuration of brokers from which topics have a
// default, in units of so many ms.
type brokerDefault struct {
	name  string
	scale int64
}

// hiddenDefaults are configurations of topics whose default brokers do not
// tell once a topic has a value of its own: the broker's value may be absent,
// and then another one counts that has another name and unit.
var hiddenDefaults = map[string][]brokerDefault{
	"retention.ms":      {{"log.retention.ms", 1}, {"log.retention.minutes", 60_000}, {"log.retention.hours", 3_600_000}},
	"segment.ms":        {{"log.roll.ms", 1}, {"log.roll.hours", 3_600_000}},
	"segment.jitter.ms": {{"log.roll.jitter.ms", 1}, {"log.roll.jitter.hours", 3_600_000}},
	"flush.ms":          {{"log.flush.interval.ms", 1}, {"log.flush.scheduler.interval.ms", 1}},
}

// addDefaults completes the synonyms of topics' configurations by what a
// broker tells about its own. Where it does not, the default stays unknown.
func (w *administration) addDefaults(ctx context.Context, broker int32, topics map[string][]kmsg.DescribeConfigsResponseResourceConfig) {
	var missing []*kmsg.DescribeConfigsResponseResourceConfig
	var names []string
	for topic, configs := range topics {
		for i := range configs {
			c := &configs[i]
			hidden := hiddenDefaults[c.Name]
			if hidden == nil || !defaultConfig(topicResources, topic, *c).IsNull() {
				continue
			}
			missing = append(missing, c)
			for _, d := range hidden {
				if !slices.Contains(names, d.name) {
					names = append(names, d.name)
				}
			}
		}
	}
	if len(missing) == 0 {
		return
	}
	id := strconv.Itoa(int(broker))
	found, failed, err := w.configsOf(ctx, broker, brokerResources, []string{id}, names)
	if err != nil || failed[id] != nil {
		return
	}
	for _, c := range missing {
		if text, source, ok := scaledDefault(hiddenDefaults[c.Name], found[id]); ok {
			s := kmsg.NewDescribeConfigsResponseResourceConfigConfigSynonym()
			s.Name, s.Value, s.Source = c.Name, &text, source
			c.ConfigSynonyms = append(c.ConfigSynonyms, s)
		}
	}
}

// scaledDefault is the first of a broker's values that is there, in ms.
func scaledDefault(defaults []brokerDefault, configs []kmsg.DescribeConfigsResponseResourceConfig) (text string, source kmsg.ConfigSource, ok bool) {
	for _, d := range defaults {
		i := slices.IndexFunc(configs, func(c kmsg.DescribeConfigsResponseResourceConfig) bool { return c.Name == d.name })
		if i < 0 || configs[i].Value == nil {
			continue
		}
		n, err := strconv.ParseInt(*configs[i].Value, 10, 64)
		if err != nil || n > math.MaxInt64/d.scale {
			return "", 0, false
		}
		if n >= 0 { // -1 is for ever in every unit
			n *= d.scale
		}
		return strconv.FormatInt(n, 10), configs[i].Source, true
	}
	return "", 0, false
}
