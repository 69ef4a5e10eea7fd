import { z } from 'zod'
import { API_BASE, defineEndpoint } from '@fieldwatch/contract/api/endpoint'

/** The address of Prometheus remote write. Its body is defined by that protocol, so that it is no part of the documented API. */
export const writePrometheus = defineEndpoint(`POST ${API_BASE}/doors/prometheus/write`, {
  access: 'unit',
  scope: 'send-for-units',
  tag: 'ingest',
  summary: 'A message of remote write 1.0; 204 after it is stored, samples that cannot be stored are kept as refused',
  format: 'text',
  body: z.unknown(),
  reply: z.undefined(),
})
