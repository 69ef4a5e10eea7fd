import { z } from 'zod'
import { API_BASE, endpointsWith } from '@fieldwatch/contract/api/endpoint'
import { IngestVerdict } from '@fieldwatch/contract/telemetry/ingest'

/*
 * What LoRaWAN network servers post. Both try once and wait five seconds, and The Things Stack switches off a webhook that fails
 * repeatedly, so a message of an unknown device, or one that cannot be read, is answered with 200 too: the verdict says what was refused.
 */

const unitEndpoint = endpointsWith({ access: 'unit', scope: 'send-for-units', tag: 'ingest' })

export const ingestThingsStack = unitEndpoint(`POST ${API_BASE}/doors/things-stack`, {
  summary:
    'A message of a webhook of The Things Stack v3; the unit is the one with the devEUI; answered after it is stored',
  body: z.unknown(),
  reply: IngestVerdict,
})

export const ingestChirpStack = unitEndpoint(`POST ${API_BASE}/doors/chirpstack`, {
  summary:
    'An event of the HTTP integration of ChirpStack v4, as JSON; the unit is the one with the devEUI; answered after it is stored',
  query: z.looseObject({ event: z.string().optional() }),
  body: z.unknown(),
  reply: IngestVerdict,
})
