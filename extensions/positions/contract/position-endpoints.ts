import { z } from 'zod'
import { API_BASE, endpointsWith } from '@fieldwatch/contract/api/endpoint'

/* Positions of phones and trackers in the protocols of OsmAnd, Traccar Client and OwnTracks. */

const unitEndpoint = endpointsWith({ access: 'unit', scope: 'send-for-units', tag: 'ingest' })

export const ingestOsmAnd = unitEndpoint(`GET ${API_BASE}/doors/osmand`, {
  summary:
    'A position in the query, as OsmAnd sends it; `id` is the token of the unit, or its dataID beside `token`. The answer is the text of a request that waits',
  format: 'text',
  query: z.looseObject({}),
  reply: z.string(),
})

export const ingestPostedOsmAnd = unitEndpoint(`POST ${API_BASE}/doors/osmand`, {
  summary: 'A position as a form or in the query, as OsmAnd sends it, or as the JSON of Traccar Client',
  format: 'text',
  query: z.looseObject({}),
  body: z.unknown(),
  reply: z.string(),
})

export const ingestOwnTracks = unitEndpoint(`POST ${API_BASE}/doors/owntracks`, {
  summary: 'A message of OwnTracks; basic authentication with the dataID and the token of the unit',
  body: z.unknown(),
  reply: z.array(z.never()),
})
