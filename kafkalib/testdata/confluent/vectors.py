"""Records of the Python serializers of the registry's client.

    vectors.py produce URL          prints records that were serialized with the registry at URL
    vectors.py consume URL < FILE   deserializes the records of FILE and compares their values

The file vectors.json beside it is what `produce` printed, with what the registry had then.
The packages are those of requirements.txt.
"""

import base64
import datetime
import decimal
import json
import sys
import uuid

from confluent_kafka.schema_registry import Schema, SchemaReference, SchemaRegistryClient, header_schema_id_serializer
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.schema_registry.json_schema import JSONDeserializer, JSONSerializer
from confluent_kafka.schema_registry.protobuf import ProtobufDeserializer, ProtobufSerializer
from confluent_kafka.serialization import MessageField, SerializationContext
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, timestamp_pb2

AVRO = json.dumps({
    "type": "record", "name": "Everything", "namespace": "shop", "fields": [
        {"name": "flag", "type": "boolean"},
        {"name": "count", "type": "int"},
        {"name": "total", "type": "long"},
        {"name": "ratio", "type": "float"},
        {"name": "exact", "type": "double"},
        {"name": "text", "type": "string"},
        {"name": "raw", "type": "bytes"},
        {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}},
        {"name": "cost", "type": {"type": "fixed", "name": "Cost", "size": 8, "logicalType": "decimal", "precision": 12, "scale": 3}},
        {"name": "id", "type": {"type": "string", "logicalType": "uuid"}},
        {"name": "day", "type": {"type": "int", "logicalType": "date"}},
        {"name": "clock", "type": {"type": "int", "logicalType": "time-millis"}},
        {"name": "fine", "type": {"type": "long", "logicalType": "time-micros"}},
        {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "exactly", "type": {"type": "long", "logicalType": "timestamp-micros"}},
        {"name": "color", "type": {"type": "enum", "name": "Color", "symbols": ["RED", "BLUE"]}},
        {"name": "mac", "type": {"type": "fixed", "name": "Mac", "size": 3}},
        {"name": "tags", "type": {"type": "array", "items": "string"}},
        {"name": "sizes", "type": {"type": "map", "values": "int"}},
        {"name": "note", "type": ["null", "string"], "default": None},
        {"name": "choice", "type": ["null", "long", "string", "Color"], "default": None},
        {"name": "next", "type": ["null", {"type": "record", "name": "Node", "fields": [
            {"name": "value", "type": "int"}, {"name": "next", "type": ["null", "Node"], "default": None}]}], "default": None},
    ]})
UTC = datetime.timezone.utc
EVERYTHING = {
    "flag": True, "count": -7, "total": 1 << 40, "ratio": 0.5, "exact": -2.25, "text": "日本 é", "raw": b"\x41\x42",
    "price": decimal.Decimal("-12.30"), "cost": decimal.Decimal("1.005"), "id": uuid.UUID("6f1ed002-ab57-4a4e-8a4e-000000000001"),
    "day": datetime.date(2001, 9, 9), "clock": datetime.time(1, 46, 40, 7000), "fine": datetime.time(0, 0, 1, 5),
    "at": datetime.datetime(2001, 9, 9, 1, 46, 40, 7000, UTC), "exactly": datetime.datetime(1969, 12, 31, 23, 59, 59, 999999, UTC),
    "color": "BLUE", "mac": b"abc", "tags": ["x", "y"], "sizes": {"l": 2}, "note": "hello", "choice": 5,
    "next": {"value": 1, "next": {"value": 2, "next": None}},
}
CITY = json.dumps({"type": "record", "name": "City", "namespace": "geo", "fields": [{"name": "name", "type": "string"}]})
PERSON = json.dumps({"type": "record", "name": "Person", "fields": [{"name": "home", "type": "geo.City"}]})

JSON_USER = json.dumps({
    "$schema": "http://json-schema.org/draft-07/schema#", "title": "User", "type": "object", "properties": {
        "id": {"type": "integer"}, "name": {"type": "string", "minLength": 1}, "scores": {"type": "array", "items": {"type": "number"}},
        "extra": {"type": "object"}, "none": {"type": "null"}}, "required": ["id", "name"]})
USER = {"id": 1 << 40, "name": "Ann é", "scores": [1, 2.5], "extra": {}, "none": None}


def proto_file():
    """The file shop.proto, without a compiler."""
    f = descriptor_pb2.FileDescriptorProto(name="shop.proto", package="shop", syntax="proto3", dependency=["google/protobuf/timestamp.proto"])
    kinds = descriptor_pb2.FieldDescriptorProto

    def field(message, name, number, kind, label=kinds.LABEL_OPTIONAL, type_name=None, oneof=None):
        added = message.field.add(name=name, number=number, type=kind, label=label)
        if type_name:
            added.type_name = type_name
        if oneof is not None:
            added.oneof_index = oneof

    other = f.message_type.add(name="Other")
    field(other, "x", 1, kinds.TYPE_INT32)
    user = f.message_type.add(name="User")
    inner = user.nested_type.add(name="Address")
    field(inner, "city", 1, kinds.TYPE_STRING)
    entry = user.nested_type.add(name="SizesEntry")
    entry.options.map_entry = True
    field(entry, "key", 1, kinds.TYPE_STRING)
    field(entry, "value", 2, kinds.TYPE_INT32)
    user.oneof_decl.add(name="contact")
    field(user, "id", 1, kinds.TYPE_INT64)
    field(user, "name", 2, kinds.TYPE_STRING)
    field(user, "big", 3, kinds.TYPE_UINT64)
    field(user, "delta", 4, kinds.TYPE_SINT32)
    field(user, "raw", 5, kinds.TYPE_BYTES)
    field(user, "ratio", 6, kinds.TYPE_DOUBLE)
    field(user, "color", 7, kinds.TYPE_ENUM, type_name=".shop.Color")
    field(user, "homes", 8, kinds.TYPE_MESSAGE, kinds.LABEL_REPEATED, ".shop.User.Address")
    field(user, "sizes", 9, kinds.TYPE_MESSAGE, kinds.LABEL_REPEATED, ".shop.User.SizesEntry")
    field(user, "at", 10, kinds.TYPE_MESSAGE, type_name=".google.protobuf.Timestamp")
    field(user, "mail", 11, kinds.TYPE_STRING, oneof=0)
    field(user, "phone", 12, kinds.TYPE_STRING, oneof=0)
    color = f.enum_type.add(name="Color")
    color.value.add(name="RED", number=0)
    color.value.add(name="BLUE", number=1)
    return f


POOL = descriptor_pool.DescriptorPool()
POOL.AddSerializedFile(timestamp_pb2.DESCRIPTOR.serialized_pb)
POOL.Add(proto_file())


def message(name):
    return message_factory.GetMessageClass(POOL.FindMessageTypeByName(name))


def proto_user():
    u = message("shop.User")(id=1 << 40, name="Ann é", big=(1 << 64) - 1, delta=-5, raw=b"AB", ratio=float("-inf"), color=1, phone="555")
    u.homes.add(city="Bern")
    u.sizes["l"] = 2
    u.at.FromJsonString("2001-09-09T01:46:40.5Z")
    return u


def avro(schema, value):
    return (lambda c, conf: AvroSerializer(c, schema, conf=conf), lambda c: AvroDeserializer(c), value)


def json_schema(schema, value):
    return (lambda c, conf: JSONSerializer(schema, c, conf=conf), lambda c: JSONDeserializer(None, schema_registry_client=c), value)


def protobuf(value):
    kind = type(value)
    return (lambda c, conf: ProtobufSerializer(kind, c, conf=dict(conf, **{"use.deprecated.format": False})),
            lambda c: ProtobufDeserializer(kind, {"use.deprecated.format": False}, c), value)


def cases():
    person = Schema(PERSON, "AVRO", [SchemaReference("geo.City", "geo.City", 1)])
    return {
        "avro": avro(AVRO, EVERYTHING),
        "avro-references": avro(person, {"home": {"name": "Winterthur"}}),
        "json": json_schema(JSON_USER, USER),
        "protobuf": protobuf(proto_user()),
        "protobuf-first": protobuf(message("shop.Other")(x=7)),
        "protobuf-nested": protobuf(message("shop.User.Address")(city="Bern")),
    }


def text(data):
    return base64.b64encode(data).decode()


def produce(client):
    client.register_schema("geo.City", Schema(CITY, "AVRO"))
    records = []
    for name, (serializer, _, value) in cases().items():
        for where in ("prefix", "header"):
            conf = {"auto.register.schemas": True}
            if where == "header":
                conf["schema.id.serializer"] = header_schema_id_serializer
            context = SerializationContext(name, MessageField.VALUE, [])
            data = serializer(client, conf)(value, context)
            records.append({"name": name, "where": where, "value": text(data), "headers": [[k, text(v)] for k, v in context.headers]})
    json.dump({"records": records}, sys.stdout, indent=1)


def consume(client):
    known = cases()
    bad = 0
    for r in json.load(sys.stdin)["records"]:
        _, deserializer, want = known[r["name"]]
        headers = [(k, base64.b64decode(v)) for k, v in r["headers"]]
        got = deserializer(client)(base64.b64decode(r["value"]), SerializationContext(r["name"], MessageField.VALUE, headers))
        same = got == want
        bad += not same
        print(r["name"], r["where"], "same" if same else f"DIFFERENT: got {got!r}, want {want!r}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    registry = SchemaRegistryClient({"url": sys.argv[2]})
    {"produce": produce, "consume": consume}[sys.argv[1]](registry)
