package kafkalib

import (
	"github.com/klauspost/compress/zstd"
	"github.com/twmb/franz-go/pkg/kgo"
)

// compressionCodecs are the compressions by name, with the range of levels
// that Kafka gives them; low == high where there are none.
var compressionCodecs = map[string]struct {
	codec     func() kgo.CompressionCodec
	low, high int64
	// level turns Kafka's level into the one of the codec's package.
	level func(n int64) int
}{
	"none":   {kgo.NoCompression, 0, 0, nil},
	"gzip":   {kgo.GzipCompression, 1, 9, func(n int64) int { return int(n) }},
	"snappy": {kgo.SnappyCompression, 0, 0, nil},
	"lz4":    {kgo.Lz4Compression, 1, 17, lz4Level},
	"zstd":   {kgo.ZstdCompression, -131_072, 22, func(n int64) int { return int(zstd.EncoderLevelFromZstd(int(n))) }},
}

// lz4Level is the search depth that the lz4 package wants; it has nine.
func lz4Level(n int64) int {
	return 1 << (8 + min(n, 9))
}

// compression is the codec that a configuration asks for.
func (c *Config) compression() kgo.CompressionCodec {
	entry := compressionCodecs[c.text("compression-type")]
	codec := entry.codec()
	if level, ok := c.compressionLevel(); ok && entry.level != nil {
		codec = codec.WithLevel(entry.level(level))
	}
	return codec
}
