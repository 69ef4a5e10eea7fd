#!/usr/bin/env python3
"""A unit for Fieldwatch: measures, keeps records on its disk until the portal has stored them.

Needs: sudo apt install python3-paho-mqtt
"""
import json
import queue
import sqlite3
import ssl
import time
from urllib.parse import urlsplit

import paho.mqtt.client as mqtt

PORTAL = "mqtts://portal.example:8883"  # mqtt://… without TLS
DATA_ID = "tank-01"
TOKEN = "UNIT_TOKEN"
SOURCE = "status"
EVERY_SECONDS = 10
QUEUE_FILE = "queue.db"
MOST_KEPT = 1_000_000
MOST_UNCONFIRMED = 20


def measure():
    """What this unit measures: replace it by your sensor."""
    with open("/sys/class/thermal/thermal_zone0/temp") as file:
        return {"temperature": int(file.read()) / 1000}


class DiskQueue:
    """Records that the portal has not confirmed yet, the oldest first."""

    def __init__(self, path):
        self.database = sqlite3.connect(path)
        self.database.execute("create table if not exists record (id integer primary key autoincrement, body text)")

    def add(self, record):
        with self.database:
            added = self.database.execute("insert into record (body) values (?)", [json.dumps(record)])
            self.database.execute("delete from record where id <= ?", [added.lastrowid - MOST_KEPT])

    def after(self, last_id, most):
        rows = "select id, body from record where id > ? order by id limit ?"
        return self.database.execute(rows, [last_id, most]).fetchall()

    def remove(self, record_id):
        with self.database:
            self.database.execute("delete from record where id = ?", [record_id])


def new_client(confirmed):
    portal = urlsplit(PORTAL)
    # Debian 12 has version 1 of paho-mqtt, Debian 13 has version 2.
    version = getattr(mqtt, "CallbackAPIVersion", None)
    client = mqtt.Client(version.VERSION2, client_id=DATA_ID) if version else mqtt.Client(client_id=DATA_ID)
    client.username_pw_set(DATA_ID, TOKEN)
    if portal.scheme == "mqtts":
        client.tls_set(tls_version=ssl.PROTOCOL_TLS_CLIENT)

    def on_connect(client, userdata, flags, reason, properties=None):
        print("connected" if reason == 0 else f"refused: {reason}", flush=True)
        client.subscribe(f"units/{DATA_ID}/errors", qos=1)

    def on_disconnect(*_):
        print("disconnected, records are kept", flush=True)

    def on_publish(client, userdata, mid, *_):
        confirmed.put(mid)

    client.on_connect = on_connect
    client.on_connect_fail = lambda *_: print("the portal cannot be reached, records are kept", flush=True)
    client.on_disconnect = on_disconnect
    client.on_publish = on_publish
    client.on_message = lambda client, userdata, message: print("refused:", message.payload.decode(), flush=True)
    client.max_inflight_messages_set(MOST_UNCONFIRMED)
    client.reconnect_delay_set(min_delay=1, max_delay=60)
    client.connect_async(portal.hostname, portal.port or 8883, keepalive=60)
    return client


def run():
    records = DiskQueue(QUEUE_FILE)
    # The client confirms in a thread of its own; everything else happens in this one.
    confirmed = queue.SimpleQueue()
    unconfirmed = {}
    last_sent = 0
    client = new_client(confirmed)
    client.loop_start()
    due = time.monotonic()
    while True:
        if time.monotonic() >= due:
            due = max(due + EVERY_SECONDS, time.monotonic())
            try:
                records.add({"messageUTC": round(time.time() * 1000), **measure()})
            except OSError as error:
                print("not measured:", error, flush=True)
        while not confirmed.empty():
            record_id = unconfirmed.pop(confirmed.get(), None)
            if record_id is not None:
                records.remove(record_id)
        if client.is_connected():
            for record_id, body in records.after(last_sent, MOST_UNCONFIRMED - len(unconfirmed)):
                sent = client.publish(f"units/{DATA_ID}/data/{SOURCE}", body, qos=1)
                unconfirmed[sent.mid] = record_id
                last_sent = record_id
        time.sleep(0.05)


if __name__ == "__main__":
    run()
