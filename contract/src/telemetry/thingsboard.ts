import { HOUR_MS } from '../time/durations.ts'
import { z } from 'zod'
import { API_BASE, defineEndpoint } from '../api/endpoint.ts'

/** The addresses of ThingsBoard's device API, with the token of the unit in the path. */
const DEVICE = `${API_BASE}/:token` as const

const params = z.object({ token: z.string() })

/** Milliseconds, as text in the query. */
const Wait = z.object({ timeout: z.coerce.number().min(0).max(HOUR_MS).default(20_000) })

const shared = { access: 'unit', tag: 'ingest', reply: z.unknown() } as const

export const sendDeviceTelemetry = defineEndpoint(`POST ${DEVICE}/telemetry`, {
  ...shared,
  summary: 'Telemetry of a ThingsBoard device: values, `{ts, values}` or a list; stored in the source `telemetry`',
  params,
  body: z.unknown(),
})

export const sendDeviceAttributes = defineEndpoint(`POST ${DEVICE}/attributes`, {
  ...shared,
  summary: 'Client attributes of a ThingsBoard device; stored in the source `attributes`',
  params,
  body: z.unknown(),
})

export const getDeviceAttributes = defineEndpoint(`GET ${DEVICE}/attributes`, {
  ...shared,
  summary:
    'The attributes of a ThingsBoard device: its own, and the shared ones, which are the configuration of the unit',
  params,
  query: z.object({ clientKeys: z.string().max(10_000).optional(), sharedKeys: z.string().max(10_000).optional() }),
})

export const pollDeviceAttributes = defineEndpoint(`GET ${DEVICE}/attributes/updates`, {
  ...shared,
  summary:
    'The next change of the shared attributes of a ThingsBoard device; 408 without any within `timeout` milliseconds',
  params,
  query: Wait,
})

export const pollDeviceRpc = defineEndpoint(`GET ${DEVICE}/rpc`, {
  ...shared,
  summary: 'The next request to a ThingsBoard device; 408 without any within `timeout` milliseconds',
  params,
  query: Wait,
})

export const sendDeviceRpcAnswer = defineEndpoint(`POST ${DEVICE}/rpc/:id`, {
  ...shared,
  summary: 'The answer of a ThingsBoard device to a request',
  params: params.extend({ id: z.string() }),
  body: z.unknown(),
})

export const sendDeviceQuestion = defineEndpoint(`POST ${DEVICE}/rpc`, {
  ...shared,
  summary: 'A question of a ThingsBoard device: `getTime`, `getCurrentTime` or `getSessionLimits`',
  params,
  body: z.unknown(),
})
