package kafkalib

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/bpl-lang/bpl/kafkalib/schema"
	"github.com/twmb/franz-go/pkg/kgo"
)

// A schemaID names a schema in a registry: by its number, or by its GUID.
type schemaID struct {
	number  uint32
	guid    [16]byte
	hasGUID bool
}

func (id schemaID) String() string {
	if id.hasGUID {
		return "GUID " + id.guidText()
	}
	return "id " + strconv.FormatUint(uint64(id.number), 10)
}

func (id schemaID) guidText() string {
	h := hex.EncodeToString(id.guid[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// setGUID reads the text of a GUID.
func (id *schemaID) setGUID(text string) bool {
	digits := strings.ReplaceAll(text, "-", "")
	if len(digits) != 2*len(id.guid) {
		return false
	}
	_, err := hex.Decode(id.guid[:], []byte(digits))
	return err == nil
}

// The first byte says what follows: a number of 4 bytes, or a GUID.
const (
	numberMagic = 0
	guidMagic   = 1
)

// schemaHeader is the header that has the id of the schema of a side.
func schemaHeader(side string) string { return "__" + side + "_schema_id" }

// appendIndexes writes where the message of a Protobuf schema is. The first
// message is a single 0.
func appendIndexes(b []byte, indexes []int) []byte {
	if len(indexes) == 0 {
		return b
	}
	if len(indexes) == 1 && indexes[0] == 0 {
		return append(b, 0)
	}
	b = binary.AppendVarint(b, int64(len(indexes)))
	for _, i := range indexes {
		b = binary.AppendVarint(b, int64(i))
	}
	return b
}

// maxIndexes bounds how deep messages may stand in messages.
const maxIndexes = 100

// readIndexes reads what appendIndexes writes.
func readIndexes(b []byte) (indexes []int, rest []byte, err error) {
	wrong := errors.New("the indexes of the message behind the id of the schema are malformed")
	count, n := binary.Varint(b)
	if n <= 0 || count < 0 || count > maxIndexes {
		return nil, nil, wrong
	}
	b = b[n:]
	if count == 0 {
		return []int{0}, b, nil
	}
	for range count {
		i, n := binary.Varint(b)
		if n <= 0 || i < 0 || i > 1<<20 {
			return nil, nil, wrong
		}
		indexes = append(indexes, int(i))
		b = b[n:]
	}
	return indexes, b, nil
}

// appendID writes an id with its first byte, and the indexes of a Protobuf
// schema.
func appendID(b []byte, id schemaID, guid bool, indexes []int) []byte {
	if guid {
		b = append(append(b, guidMagic), id.guid[:]...)
	} else {
		b = binary.BigEndian.AppendUint32(append(b, numberMagic), id.number)
	}
	return appendIndexes(b, indexes)
}

// A framing is what is found about the schema of bytes.
type framing struct {
	id      schemaID
	indexes []int
	payload []byte
}

// errNoID says that bytes have no id of a schema.
type errNoID struct{ data []byte }

func (e errNoID) Error() string {
	text := "no id of a schema is there, neither in a header nor before the bytes"
	switch {
	case len(e.data) == 0:
		text += ", which are none"
	case e.data[0] > guidMagic:
		text += fmt.Sprintf(", which begin with %d instead of 0", e.data[0])
	default:
		text += fmt.Sprintf(", which are only %d", len(e.data))
	}
	return text + "; bytes without one are decoded by a local schema without schema-registry-url"
}

// readID reads an id and what follows it.
func readID(b []byte) (id schemaID, rest []byte, ok bool) {
	switch {
	case len(b) >= 5 && b[0] == numberMagic:
		id.number = binary.BigEndian.Uint32(b[1:5])
		return id, b[5:], true
	case len(b) >= 17 && b[0] == guidMagic:
		id.hasGUID = true
		copy(id.guid[:], b[1:17])
		return id, b[17:], true
	}
	return id, nil, false
}

// frame finds the schema of bytes: in the header, which then has all that is
// to be said about it, else before the bytes.
func (c *schemaCodec) frame(data []byte, headers []kgo.RecordHeader) (f framing, err error) {
	name := schemaHeader(c.side)
	for i := len(headers) - 1; i >= 0; i-- {
		if headers[i].Key != name {
			continue
		}
		id, rest, ok := readID(headers[i].Value)
		if !ok {
			return f, fmt.Errorf("header %s has no id of a schema: %d bytes", name, len(headers[i].Value))
		}
		f.id, f.payload = id, data
		if c.kind == schema.Protobuf {
			f.indexes, _, err = readIndexes(rest)
		}
		return f, err
	}
	id, rest, ok := readID(data)
	if !ok {
		return f, errNoID{data}
	}
	f.id, f.payload = id, rest
	if c.kind == schema.Protobuf {
		f.indexes, f.payload, err = readIndexes(rest)
	}
	return f, err
}
