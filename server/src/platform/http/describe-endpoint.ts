import { ARROW_STREAM, PARQUET_TYPE } from '@fieldwatch/contract/telemetry/data'
import { XLSX_TYPE } from '@fieldwatch/contract/tables/xlsx-cells'
import type { AnyEndpoint, ReplyFormat } from '@fieldwatch/contract/api/endpoint'
import { ErrorBody } from '@fieldwatch/contract/api/errors'
import type { z } from 'zod'
import { errorsOf } from './endpoint-errors.ts'

interface DescribedReply {
  description: string
  content: Record<string, { schema: z.ZodType }>
}

interface Description {
  /** The name of the endpoint. */
  operationId?: string
  /** By status, with the codes of failures in words. */
  response: Record<string, DescribedReply>
}

/** What a success is sent as, and how its body is to be read. */
const FORMATS: Readonly<Record<ReplyFormat, { types: readonly string[]; description: string }>> = {
  json: { types: ['application/json'], description: 'Success.' },
  'event-stream': {
    types: ['text/event-stream'],
    description: 'A stream of server-sent events; the schema is the `data` of one.',
  },
  arrow: {
    types: [ARROW_STREAM],
    description: 'An Arrow IPC stream: `t` in epoch milliseconds, then a nullable float64 column for each field.',
  },
  parquet: { types: [PARQUET_TYPE], description: 'A file of Apache Parquet.' },
  xlsx: { types: [XLSX_TYPE], description: 'A workbook for spreadsheets, with a line of headings on each sheet.' },
  csv: { types: ['text/csv'], description: 'CSV with a line of headings.' },
  table: {
    types: ['text/csv', XLSX_TYPE],
    description: 'CSV with a line of headings, or with `format=xlsx` a workbook for spreadsheets.',
  },
  text: { types: ['text/plain'], description: 'Text.' },
  redirect: {
    types: ['text/plain'],
    description: 'Always a redirection (302), with a sentence for who does not follow it.',
  },
  image: { types: ['image/webp'], description: 'A picture.' },
  tile: {
    types: ['application/vnd.mapbox-vector-tile'],
    description: 'A Mapbox vector tile; 204 where the map is empty.',
  },
}

/** What the API document says of an endpoint beside what it takes. */
export function describeEndpoint(endpoint: AnyEndpoint, operationId: string | undefined): Description {
  const { types, description } = FORMATS[endpoint.format]
  const response: Description['response'] = { 200: replyOf(description, types, endpoint.reply) }
  for (const [status, codes] of [...errorsOf(endpoint)].sort(([one], [other]) => one - other)) {
    response[status] = replyOf(codes.map((code) => `\`${code}\``).join(', '), ['application/json'], ErrorBody)
  }
  return { ...(operationId === undefined ? {} : { operationId }), response }
}

function replyOf(description: string, types: readonly string[], schema: z.ZodType): DescribedReply {
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}
