import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { z } from 'zod'
import { API_BASE, endpointsWith } from '@fieldwatch/contract/api/endpoint'

/** The addresses of ThingsBoard's device API, with the token of the unit in the path. */
const DEVICE = `${API_BASE}/:token` as const

const params = z.object({ token: z.string() })

/** Milliseconds, as text in the query. */
const Wait = z.object({ timeout: z.coerce.number().min(0).max(HOUR_MS).default(20_000) })

const deviceEndpoint = endpointsWith({ access: 'unit', tag: 'ingest', params, reply: z.unknown() })

export const sendDeviceTelemetry = deviceEndpoint(`POST ${DEVICE}/telemetry`, {
  summary: 'Telemetry of a ThingsBoard device: values, `{ts, values}` or a list; stored in the source `telemetry`',
  body: z.unknown(),
})

export const sendDeviceAttributes = deviceEndpoint(`POST ${DEVICE}/attributes`, {
  summary: 'Client attributes of a ThingsBoard device; stored in the source `attributes`',
  body: z.unknown(),
})

export const getDeviceAttributes = deviceEndpoint(`GET ${DEVICE}/attributes`, {
  summary:
    'The attributes of a ThingsBoard device: its own, and the shared ones, which are the configuration of the unit',
  query: z.object({ clientKeys: z.string().max(10_000).optional(), sharedKeys: z.string().max(10_000).optional() }),
})

export const pollDeviceAttributes = deviceEndpoint(`GET ${DEVICE}/attributes/updates`, {
  summary:
    'The next change of the shared attributes of a ThingsBoard device; 408 without any within `timeout` milliseconds',
  query: Wait,
})

export const pollDeviceRpc = deviceEndpoint(`GET ${DEVICE}/rpc`, {
  summary: 'The next request to a ThingsBoard device; 408 without any within `timeout` milliseconds',
  query: Wait,
})

export const sendDeviceRpcAnswer = deviceEndpoint(`POST ${DEVICE}/rpc/:id`, {
  summary: 'The answer of a ThingsBoard device to a request',
  params: params.extend({ id: z.string() }),
  body: z.unknown(),
})

export const sendDeviceQuestion = deviceEndpoint(`POST ${DEVICE}/rpc`, {
  summary: 'A question of a ThingsBoard device: `getTime`, `getCurrentTime` or `getSessionLimits`',
  body: z.unknown(),
})
