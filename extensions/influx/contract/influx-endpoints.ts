import { z } from 'zod'
import { endpointsWith } from '@fieldwatch/contract/api/endpoint'

/** The addresses of InfluxDB 1 and 2 that their clients write to. They are where these clients expect them, without our base. */

const Empty = z.undefined()

const Precision = z.looseObject({ precision: z.string().max(8).optional() })

const unitEndpoint = endpointsWith({ access: 'unit', scope: 'send-for-units', tag: 'ingest' })

export const sendInfluxLines = unitEndpoint('POST /write', {
  summary:
    'Lines of InfluxDB 1; gzip accepted; 204 after they are stored, lines that cannot be read are kept as refused',
  format: 'text',
  query: Precision,
  body: z.unknown(),
  reply: Empty,
})

export const sendInflux2Lines = unitEndpoint('POST /api/v2/write', {
  summary: 'As `POST /write`, for clients of InfluxDB 2; organization and bucket can have any name',
  format: 'text',
  query: Precision,
  body: z.unknown(),
  reply: Empty,
})

const InfluxQuery = z.looseObject({ q: z.string().max(1000).optional() })

/** What InfluxDB 1 answers to statements. */
export const InfluxResults = z.object({
  results: z.array(
    z.object({
      statement_id: z.number().int(),
      series: z
        .array(z.object({ name: z.string(), columns: z.array(z.string()), values: z.array(z.array(z.string())) }))
        .optional(),
      error: z.string().optional(),
    }),
  ),
})

export const queryInflux = unitEndpoint('GET /query', {
  summary: 'Statements that clients of InfluxDB 1 begin with: CREATE DATABASE and SHOW DATABASES; others get an error',
  query: InfluxQuery,
  reply: InfluxResults,
})

export const postInfluxQuery = unitEndpoint('POST /query', {
  summary: 'As `GET /query`',
  query: InfluxQuery,
  body: z.unknown(),
  reply: InfluxResults,
})

const publicEndpoint = endpointsWith({ access: 'public', tag: 'ingest' })

export const getInfluxPing = publicEndpoint('GET /ping', {
  summary: 'Tells clients of InfluxDB that they can write',
  format: 'text',
  reply: Empty,
})

export const getInfluxHealth = publicEndpoint('GET /health', {
  summary: 'Tells clients of InfluxDB 2 that they can write',
  reply: z.object({ name: z.string(), message: z.string(), status: z.literal('pass'), version: z.string() }),
})
