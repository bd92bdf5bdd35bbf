package recorder

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/tinylib/msgp/msgp"
)

// Msgpack returns the encoding of events as MessagePack maps, as BlueOx's
// collector and its readers expect them: id, type, host, pid, start, end (seconds
// since 1970 as doubles) and body.
func Msgpack() Encoding { return msgpackEncoding{} }

type msgpackEncoding struct{}

func (msgpackEncoding) Name() string { return "msgpack" }

func (msgpackEncoding) Append(to []byte, e *Event) ([]byte, error) {
	to = msgp.AppendMapHeader(to, 7)
	to = msgp.AppendString(msgp.AppendString(to, "id"), e.ID)
	to = msgp.AppendString(msgp.AppendString(to, "type"), e.Type)
	to = msgp.AppendString(msgp.AppendString(to, "host"), e.Host)
	to = msgp.AppendInt(msgp.AppendString(to, "pid"), e.PID)
	to = msgp.AppendFloat64(msgp.AppendString(to, "start"), seconds(e.Start))
	to = msgp.AppendFloat64(msgp.AppendString(to, "end"), seconds(e.End))
	return appendMsgpack(msgp.AppendString(to, "body"), e.Body, 0)
}

func appendMsgpack(to []byte, v any, depth int) (_ []byte, err error) {
	if depth > maxDepth {
		return nil, tooDeep()
	}
	switch v := v.(type) {
	case nil:
		return msgp.AppendNil(to), nil
	case bool:
		return msgp.AppendBool(to, v), nil
	case int:
		return msgp.AppendInt(to, v), nil
	case int32:
		return msgp.AppendInt32(to, v), nil
	case int64:
		return msgp.AppendInt64(to, v), nil
	case uint64:
		return msgp.AppendUint64(to, v), nil
	case float64:
		return msgp.AppendFloat64(to, v), nil
	case float32:
		return msgp.AppendFloat32(to, v), nil
	case string:
		return msgp.AppendString(to, v), nil
	case []byte:
		return msgp.AppendBytes(to, v), nil
	case time.Time:
		return msgp.AppendFloat64(to, seconds(v)), nil
	case json.Number:
		return appendMsgpackNumber(to, v)
	case Fields:
		if err := countable(len(v)); err != nil {
			return nil, err
		}
		to = msgp.AppendMapHeader(to, uint32(len(v)))
		for i := range v {
			if to, err = appendMsgpack(msgp.AppendString(to, v[i].Name), v[i].Value, depth+1); err != nil {
				return nil, err
			}
		}
		return to, nil
	case map[string]any:
		to = msgp.AppendMapHeader(to, uint32(len(v)))
		for name, element := range v {
			if to, err = appendMsgpack(msgp.AppendString(to, name), element, depth+1); err != nil {
				return nil, err
			}
		}
		return to, nil
	case []any:
		if err := countable(len(v)); err != nil {
			return nil, err
		}
		to = msgp.AppendArrayHeader(to, uint32(len(v)))
		for i := range v {
			if to, err = appendMsgpack(to, v[i], depth+1); err != nil {
				return nil, err
			}
		}
		return to, nil
	}
	plain, err := throughJSON(v)
	if err != nil {
		return nil, err
	}
	return appendMsgpack(to, plain, depth)
}

// throughJSON turns a value of any type into maps, slices and scalars, by the
// names that its JSON has.
func throughJSON(v any) (any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	var plain any
	err = d.Decode(&plain)
	return plain, err
}

// appendMsgpackNumber keeps whole numbers whole.
func appendMsgpackNumber(to []byte, n json.Number) ([]byte, error) {
	if i, err := n.Int64(); err == nil {
		return msgp.AppendInt64(to, i), nil
	}
	f, err := n.Float64()
	if err != nil {
		return nil, err
	}
	return msgp.AppendFloat64(to, f), nil
}

func countable(n int) error {
	if int64(n) > math.MaxUint32 {
		return fmt.Errorf("a list has %d elements, MessagePack at most %d", n, int64(math.MaxUint32))
	}
	return nil
}
