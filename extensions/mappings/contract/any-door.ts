import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '@fieldwatch/contract/api/endpoint'

/**
 * The address of the generic JSON door. It is separate from our own endpoints, as those of ThingsBoard are: the owner of
 * the sender chooses the rest of the path, which the API document cannot describe.
 */
export const ingestAny = defineEndpoint(`POST ${API_BASE}/ingest/any/*`, {
  access: 'unit',
  scope: 'send-for-units',
  tag: 'ingest',
  summary: 'JSON of any shape under a path of the sender; a message mapping makes records of it, else it is kept',
  params: z.object({ '*': z.string() }),
  body: z.unknown(),
  reply: envelope(z.object({ stored: z.number().int(), captured: z.number().int() })),
})
