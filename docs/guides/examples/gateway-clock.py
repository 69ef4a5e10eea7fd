#!/usr/bin/env python3
"""Gives records of sensors without a clock the time of this gateway: raw/level becomes sensors/level.

Needs: sudo apt install python3-paho-mqtt
"""
import json
import time

import paho.mqtt.client as mqtt


def on_connect(client, userdata, flags, reason, properties=None):
    client.subscribe("raw/#", qos=1)


def on_message(client, userdata, message):
    now = round(time.time() * 1000)
    try:
        value = json.loads(message.payload)
    except ValueError:
        value = message.payload.decode("utf-8", "replace")
    record = value if isinstance(value, dict) else {"value": value}
    record.setdefault("messageUTC", now)
    client.publish("sensors/" + message.topic.removeprefix("raw/"), json.dumps(record), qos=1)


version = getattr(mqtt, "CallbackAPIVersion", None)
settings = {"client_id": "gateway-clock", "clean_session": False}
client = mqtt.Client(version.VERSION2, **settings) if version else mqtt.Client(**settings)
client.on_connect = on_connect
client.on_message = on_message
client.connect_async("127.0.0.1", 1883)
client.loop_forever(retry_first_connection=True)
