import type { Mapping } from './mappings.ts'

/** A mapping to begin with, for devices of one maker. */
interface Preset {
  readonly id: string
  /** The maker's own name: it is the same in every language. */
  readonly name: string
  readonly mapping: Mapping
  /** A message of such a device, as its manual shows it. */
  readonly sample: { readonly topic: string; readonly payload: string }
}

const ARRIVAL = { format: 'arrival' } as const

const BY_TOPIC = { from: 'topic', part: 'device' } as const

export const PRESETS: readonly Preset[] = [
  {
    id: 'tasmota-sensor',
    name: 'Tasmota (SENSOR)',
    mapping: {
      topic: 'tele/{device}/SENSOR',
      unit: BY_TOPIC,
      // Tasmota sends the time of its clock without a zone, and UTC unless its own zone is set.
      time: { path: 'Time', format: 'local', zone: 'UTC' },
      values: [],
      others: 'sensor',
    },
    sample: {
      topic: 'tele/plug-1/SENSOR',
      payload:
        '{"Time":"2026-06-01T10:00:00","ENERGY":{"TotalStartTime":"2025-01-01T00:00:00","Total":12.345,"Power":42,"Voltage":230,"Current":0.183},"DS18B20":{"Temperature":20.6},"TempUnit":"C"}',
    },
  },
  {
    id: 'tasmota-state',
    name: 'Tasmota (STATE)',
    mapping: {
      topic: 'tele/{device}/STATE',
      unit: BY_TOPIC,
      time: { path: 'Time', format: 'local', zone: 'UTC' },
      values: [
        { path: 'UptimeSec', source: 'state', field: 'uptime', unit: 's' },
        { path: 'Wifi.RSSI', source: 'state', field: 'wifi_quality', unit: '%' },
        { path: 'Wifi.Signal', source: 'state', field: 'wifi_signal', unit: 'dBm' },
        { path: 'POWER', source: 'state', field: 'power' },
      ],
    },
    sample: {
      topic: 'tele/plug-1/STATE',
      payload:
        '{"Time":"2026-06-01T10:00:00","Uptime":"1T02:03:04","UptimeSec":93784,"Heap":25,"POWER":"ON","Wifi":{"AP":1,"SSId":"shed","RSSI":76,"Signal":-62}}',
    },
  },
  {
    id: 'rutos',
    name: 'Teltonika RutOS (Data to Server)',
    mapping: {
      topic: 'rutos/{device}',
      unit: BY_TOPIC,
      time: { path: 'TS', format: 'seconds' },
      values: [],
      others: 'rutos',
    },
    sample: {
      topic: 'rutos/rut-1',
      payload: '{"TS":"1750000000","D":{"tank_level":73,"pump":1},"MAC":"001E42AABBCC","DT":"modbus"}',
    },
  },
  {
    id: 'mikrotik',
    name: 'MikroTik (/iot/mqtt)',
    mapping: { topic: 'mikrotik/{device}/#', unit: BY_TOPIC, time: ARRIVAL, values: [], others: 'mikrotik' },
    sample: {
      topic: 'mikrotik/gate-1/health',
      payload: '{"voltage":24.1,"temperature":41,"rssi":-67,"uptime":"1d02:03:04"}',
    },
  },
  {
    id: 'shelly',
    name: 'Shelly Gen2+ (status)',
    mapping: { topic: '{device}/status/{component}', unit: BY_TOPIC, time: ARRIVAL, values: [], others: 'shelly' },
    sample: {
      topic: 'shellyplus1pm-a8032ab12345/status/switch:0',
      payload:
        '{"id":0,"source":"init","output":true,"apower":8.9,"voltage":237.5,"current":0.068,"aenergy":{"total":6.532,"minute_ts":1750000000},"temperature":{"tC":23.5,"tF":74.4}}',
    },
  },
  {
    id: 'shelly-events',
    name: 'Shelly Gen2+ (events/rpc)',
    mapping: {
      topic: '{device}/events/rpc',
      unit: BY_TOPIC,
      time: { path: 'params.ts', format: 'seconds' },
      values: [],
      others: 'shelly_events',
    },
    sample: {
      topic: 'shellyplus1pm-a8032ab12345/events/rpc',
      payload:
        '{"src":"shellyplus1pm-a8032ab12345","dst":"x/events","method":"NotifyStatus","params":{"ts":1750000000.55,"switch:0":{"id":0,"apower":8.9}}}',
    },
  },
  {
    id: 'zigbee2mqtt',
    name: 'Zigbee2MQTT',
    mapping: { topic: 'zigbee2mqtt/{device}', unit: BY_TOPIC, time: ARRIVAL, values: [], others: 'zigbee' },
    sample: {
      topic: 'zigbee2mqtt/cold-store',
      payload: '{"battery":97,"humidity":51.2,"linkquality":120,"temperature":4.31,"voltage":3000}',
    },
  },
]
