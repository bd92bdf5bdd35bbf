"""A collector as BlueOx's: binds a PULL socket, and prints for each event its
header, unpacked, and its body, as a line of JSON. Arguments: the port."""
import json
import struct
import sys

import msgpack
import zmq

socket = zmq.Context().socket(zmq.PULL)
socket.bind("tcp://127.0.0.1:%s" % sys.argv[1])
print("bound", flush=True)
while True:
    header, body = socket.recv_multipart()
    version, end, host, kind = struct.unpack("!Bd64p64p", header)
    event = msgpack.unpackb(body)
    print(json.dumps({"version": version, "end": end, "host": host.decode(), "type": kind.decode(), "event": event}), flush=True)
