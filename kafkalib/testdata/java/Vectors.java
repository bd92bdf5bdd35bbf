import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TimestampProto;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.util.Utf8;

/**
 * Values by the Java libraries of Avro and Protobuf, behind the prefix of a registry's serializers, which these libraries
 * do not write themselves.
 *
 * Input: {"schemas": {name: {"id", "text"}}, "records": [{"name", "value"}]}; text is JSON of Avro, or a file descriptor in
 * base64. Each record has to be that of its name. Output: the same records as Java writes them.
 */
public class Vectors {
    static final GenericData DATA = new GenericData();
    static final ObjectMapper JSON = new ObjectMapper();

    public static void main(String[] args) throws Exception {
        DATA.addLogicalTypeConversion(new Conversions.DecimalConversion());
        DATA.addLogicalTypeConversion(new Conversions.UUIDConversion());
        DATA.addLogicalTypeConversion(new TimeConversions.DateConversion());
        DATA.addLogicalTypeConversion(new TimeConversions.TimeMillisConversion());
        DATA.addLogicalTypeConversion(new TimeConversions.TimeMicrosConversion());
        DATA.addLogicalTypeConversion(new TimeConversions.TimestampMillisConversion());
        DATA.addLogicalTypeConversion(new TimeConversions.TimestampMicrosConversion());

        JsonNode input = JSON.readTree(System.in);
        ObjectNode output = JSON.createObjectNode();
        for (Map.Entry<String, JsonNode> e : input.get("schemas").properties()) {
            Vector v = vector(e.getKey(), e.getValue().get("text").asText());
            output.withArray("records").addObject().put("name", e.getKey()).put("where", "prefix")
                .put("value", v.written(e.getValue().get("id").asInt()));
        }
        for (JsonNode r : input.get("records")) {
            String name = r.get("name").asText();
            JsonNode schema = input.get("schemas").get(name);
            vector(name, schema.get("text").asText()).compare(name, schema.get("id").asInt(), r.get("value").binaryValue());
        }
        System.out.println(output);
    }

    /** A value that is written, and that what is read has to be equal to. */
    interface Vector {
        byte[] indexes();
        byte[] body() throws Exception;
        Object read(byte[] body) throws Exception;
        Object value();

        default String written(int id) throws Exception {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
            out.write(indexes());
            out.write(body());
            return Base64.getEncoder().encodeToString(out.toByteArray());
        }

        default void compare(String name, int id, byte[] record) throws Exception {
            byte[] prefix = ByteBuffer.allocate(5 + indexes().length).put((byte) 0).putInt(id).put(indexes()).array();
            if (!Arrays.equals(prefix, Arrays.copyOf(record, prefix.length))) {
                throw new Exception(name + ": got the prefix of " + Arrays.toString(record) + ", want " + Arrays.toString(prefix));
            }
            Object got = read(Arrays.copyOfRange(record, prefix.length, record.length));
            if (!got.equals(value())) {
                throw new Exception(name + ":\n got " + got + "\nwant " + value());
            }
        }
    }

    static Vector vector(String name, String text) throws Exception {
        switch (name) {
            case "avro":
                return avro(new Schema.Parser().parse(text));
            case "protobuf":
                return protobuf(text, new byte[] {2, 2}, "User",
                    "id: 1099511627776 name: 'Ann é' big: 18446744073709551615 delta: -5 raw: 'AB' ratio: -inf color: BLUE "
                    + "homes { city: 'Bern' } sizes { key: 'l' value: 2 } at { seconds: 1000000000 nanos: 500000000 } phone: '555'");
            case "protobuf-first":
                return protobuf(text, new byte[] {0}, "Other", "x: 7");
            case "protobuf-nested":
                return protobuf(text, new byte[] {4, 2, 0}, "User.Address", "city: 'Bern'");
        }
        throw new Exception("no value has the name " + name);
    }

    static Vector avro(Schema schema) {
        GenericRecord r = new GenericData.Record(schema);
        r.put("flag", true);
        r.put("count", -7);
        r.put("total", 1L << 40);
        r.put("ratio", 0.5f);
        r.put("exact", -2.25);
        r.put("text", new Utf8("日本 é"));
        r.put("raw", ByteBuffer.wrap("AB".getBytes(StandardCharsets.UTF_8)));
        r.put("price", new BigDecimal("-12.30"));
        r.put("cost", new BigDecimal("1.005"));
        r.put("id", UUID.fromString("6f1ed002-ab57-4a4e-8a4e-000000000001"));
        r.put("day", LocalDate.of(2001, 9, 9));
        r.put("clock", LocalTime.of(1, 46, 40, 7_000_000));
        r.put("fine", LocalTime.of(0, 0, 1, 5_000));
        r.put("at", Instant.parse("2001-09-09T01:46:40.007Z"));
        r.put("exactly", Instant.parse("1969-12-31T23:59:59.999999Z"));
        r.put("color", new GenericData.EnumSymbol(schema.getField("color").schema(), "BLUE"));
        r.put("mac", new GenericData.Fixed(schema.getField("mac").schema(), "abc".getBytes(StandardCharsets.UTF_8)));
        r.put("tags", List.of(new Utf8("x"), new Utf8("y")));
        r.put("sizes", Map.of(new Utf8("l"), 2));
        r.put("note", new Utf8("hello"));
        r.put("choice", 5L);
        Schema node = schema.getField("next").schema().getTypes().get(1);
        GenericRecord inner = new GenericData.Record(node);
        inner.put("value", 2);
        GenericRecord outer = new GenericData.Record(node);
        outer.put("value", 1);
        outer.put("next", inner);
        r.put("next", outer);
        return new Vector() {
            public byte[] indexes() { return new byte[0]; }
            public Object value() { return r; }
            public byte[] body() throws Exception {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                var encoder = EncoderFactory.get().binaryEncoder(out, null);
                DATA.createDatumWriter(schema).write(r, encoder);
                encoder.flush();
                return out.toByteArray();
            }
            public Object read(byte[] body) throws Exception {
                return DATA.createDatumReader(schema).read(null, DecoderFactory.get().binaryDecoder(body, null));
            }
        };
    }

    static Vector protobuf(String text, byte[] indexes, String message, String content) throws Exception {
        FileDescriptorProto file = FileDescriptorProto.parseFrom(Base64.getDecoder().decode(text));
        FileDescriptor built = FileDescriptor.buildFrom(file, new FileDescriptor[] {TimestampProto.getDescriptor()});
        Descriptor type = null;
        for (String part : message.split("\\.")) {
            type = type == null ? built.findMessageTypeByName(part) : type.findNestedTypeByName(part);
        }
        DynamicMessage.Builder builder = DynamicMessage.newBuilder(type);
        TextFormat.merge(content, builder);
        DynamicMessage value = builder.build();
        Descriptor known = type;
        return new Vector() {
            public byte[] indexes() { return indexes; }
            public Object value() { return value; }
            public byte[] body() { return value.toByteArray(); }
            public Object read(byte[] body) throws Exception { return DynamicMessage.parseFrom(known, body); }
        };
    }
}
