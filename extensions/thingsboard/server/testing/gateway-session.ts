/**
 * What ThingsBoard IoT Gateway (thingsboard-gateway 7cd4bea, thingsboard-python-client-sdk b919df0) sends with one Modbus and one MQTT
 * connector, written down from their code in its order.
 */
export const SUBSCRIPTIONS = [
  'v1/devices/me/attributes',
  'v1/devices/me/attributes/response/+',
  'v1/devices/me/rpc/request/+',
  'v1/devices/me/rpc/response/+',
  'v1/gateway/attributes',
  'v1/gateway/attributes/response',
  'v1/gateway/rpc',
] as const

export const SESSION_LIMITS_REQUEST = {
  topic: 'v1/devices/me/rpc/request/1',
  payload: { method: 'getSessionLimits', params: { timeout: 5000 } },
} as const

export const SENT: readonly { readonly topic: string; readonly payload: unknown }[] = [
  { topic: 'v1/devices/me/attributes', payload: { Version: '3.7.9', DockerVersion: false } },
  { topic: 'v1/gateway/connect', payload: { device: 'Boiler 1 (north)', type: 'default' } },
  {
    topic: 'v1/gateway/attributes',
    payload: { 'Boiler 1 (north)': { connectorType: 'modbus', connectorName: 'Modbus Connector' } },
  },
  { topic: 'v1/gateway/connect', payload: { device: 'SN-001', type: 'thermostat' } },
  { topic: 'v1/gateway/attributes', payload: { 'SN-001': { connectorType: 'mqtt', connectorName: 'MQTT Broker' } } },
  {
    topic: 'v1/gateway/telemetry',
    payload: {
      'Boiler 1 (north)': [
        { ts: 1_700_000_000_000, values: { temperature: 71.5, pump: true } },
        { ts: 1_700_000_001_000, values: { temperature: 71.6 } },
      ],
    },
  },
  { topic: 'v1/gateway/telemetry', payload: { 'SN-001': [{ ts: 1_700_000_000_000, values: { humidity: '55' } }] } },
  // Packed into several messages, as they exceed 8,196 bytes together.
  { topic: 'v1/gateway/telemetry', payload: { 'SN-001': [{ ts: 1_700_000_000_000, values: { battery: 91 } }] } },
  {
    topic: 'v1/devices/me/telemetry',
    payload: { ts: 1_700_000_000_123.75, values: { eventsProduced: 4, eventsSent: 4 } },
  },
  { topic: 'v1/gateway/disconnect', payload: { device: 'SN-001' } },
]

export const STORED: readonly { readonly name: string; readonly at: number | undefined; readonly fields: unknown }[] = [
  { name: 'Boiler_1_north_', at: 1_700_000_000_000, fields: { pump: true, temperature: 71.5 } },
  { name: 'Boiler_1_north_', at: 1_700_000_001_000, fields: { temperature: 71.6 } },
  {
    name: 'Boiler_1_north_-attributes',
    at: undefined,
    fields: { connectorName: 'Modbus Connector', connectorType: 'modbus' },
  },
  { name: 'SN-001', at: 1_700_000_000_000, fields: { humidity: 55 } },
  { name: 'SN-001', at: 1_700_000_000_001, fields: { battery: 91 } },
  { name: 'SN-001-attributes', at: undefined, fields: { connectorName: 'MQTT Broker', connectorType: 'mqtt' } },
  { name: 'attributes', at: undefined, fields: { DockerVersion: false, Version: '3.7.9' } },
  { name: 'telemetry', at: 1_700_000_000_124, fields: { eventsProduced: 4, eventsSent: 4 } },
]
