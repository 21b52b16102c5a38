"""One of many processes that post at the same moment.

Reads lines "moment path" from its input; posts the path when the monotonic clock of the machine
shows the moment; prints the status and the answer as one line of JSON.
"""

import json
import sys
import time
from http.client import HTTPConnection

port, sid = int(sys.argv[1]), sys.argv[2]
connection = HTTPConnection("127.0.0.1", port, timeout=30)
connection.connect()
for line in sys.stdin:
    moment, path = line.split()
    time.sleep(max(0, float(moment) - time.monotonic()))
    connection.request("POST", path, headers={"Cookie": f"session={sid}"})
    response = connection.getresponse()
    print(json.dumps([response.status, json.loads(response.read())]), flush=True)  # noqa: T201
