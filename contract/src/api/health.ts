import { z } from 'zod'
import { defineEndpoint, endpointsWith } from './endpoint.ts'

const publicEndpoint = endpointsWith({ access: 'public', tag: 'health' })

export const healthz = publicEndpoint('GET /healthz', {
  summary: 'The process is alive',
  reply: z.object({ status: z.literal('success') }),
})

export const readyz = publicEndpoint('GET /readyz', {
  summary: 'The process can do its work: the database answers and is migrated, and it is not stopping',
  reply: z.object({ status: z.literal('success') }),
})

export const metrics = defineEndpoint('GET /metrics', {
  access: 'public',
  scope: 'metrics',
  tag: 'metrics',
  summary: 'Figures of the portal as Prometheus text',
  format: 'text',
  reply: z.string(),
})
