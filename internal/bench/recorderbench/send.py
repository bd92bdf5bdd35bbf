"""Measures send of kafka-python beside an empty function: servers topic seconds."""
import json
import sys
import time

try:
    from kafka import KafkaProducer
    from kafka.errors import KafkaError
except ImportError as missing:
    sys.exit("kafka-python is not installed: %s" % missing)

servers, topic, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
value = b'{"type":"web.request","body":{"path":"/index.html","status":200,"user":"u1"}}'


def empty():
    pass


clock = time.perf_counter_ns
begun = clock()
try:
    producer = KafkaProducer(bootstrap_servers=servers, max_block_ms=1000, linger_ms=5)
except KafkaError as failed:
    sys.exit("the producer could not be made, after %.1f s: %s" % ((clock() - begun) / 1e9, failed))
empties, sends = [], []
end = clock() + int(seconds * 1e9)
while clock() < end:
    t0 = clock()
    empty()
    t1 = clock()
    try:
        producer.send(topic, value)
    except KafkaError:
        pass
    t2 = clock()
    empties.append(t1 - t0)
    sends.append(t2 - t1)
    time.sleep(0.001)
producer.close(timeout=1)
json.dump({"Empty": empties, "Send": sends}, sys.stdout)
