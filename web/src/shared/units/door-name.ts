import type { Door } from '@fieldwatch/contract/api/doors'

/** What the protocols of doors are called, in every language. */
const NAMES: Readonly<Record<Door, string>> = {
  mqtt: 'MQTT',
  http: 'HTTP',
  thingsboard: 'ThingsBoard',
  json: 'JSON',
  'things-stack': 'The Things Stack',
  chirpstack: 'ChirpStack',
  influx: 'InfluxDB',
  prometheus: 'Prometheus',
  osmand: 'OsmAnd',
  owntracks: 'OwnTracks',
  teltonika: 'Teltonika',
}

export function doorName(door: Door): string {
  return NAMES[door]
}
