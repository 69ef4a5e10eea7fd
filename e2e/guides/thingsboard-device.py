"""A device as the documentation of ThingsBoard has it: it asks for the limits of its session, tells of them, and answers one request."""
import json
import sys

import paho.mqtt.client as mqtt

port, token = int(sys.argv[1]), sys.argv[2]
REQUESTS = "v1/devices/me/rpc/request/"


def on_connect(client, userdata, flags, reason, properties=None):
    client.subscribe([("v1/devices/me/rpc/response/+", 1), (REQUESTS + "+", 1)])
    client.publish(REQUESTS + "1", json.dumps({"method": "getSessionLimits", "params": {}}), qos=1)


def on_message(client, userdata, message):
    content = json.loads(message.payload)
    if message.topic.startswith(REQUESTS):
        answer = message.topic.replace("request", "response")
        client.publish(answer, json.dumps({"method": content["method"]}), qos=1)
    else:
        client.publish("v1/devices/me/telemetry", json.dumps({"bytes": content["maxPayloadSize"]}), qos=1)


version = getattr(mqtt, "CallbackAPIVersion", None)
client = mqtt.Client(version.VERSION2) if version else mqtt.Client()
client.username_pw_set(token)
client.on_connect = on_connect
client.on_message = on_message
client.connect("127.0.0.1", port)
client.loop_forever()
