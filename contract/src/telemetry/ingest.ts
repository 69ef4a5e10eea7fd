import { z } from 'zod'
import { API_BASE, endpointsWith } from '../api/endpoint.ts'
import { ErrorCode } from '../api/errors.ts'
import { DataId } from '../api/ids.ts'
import { Sentence } from '../text/sentence.ts'

export const MAX_RECORD_BYTES = 64 * 1024
export const MAX_INGEST_BODY_BYTES = 16 * 1024 * 1024
/** The limits of one HTTP body: beyond them nothing of it is stored. Values are counted by source, records times fields. */
export const MAX_INGEST_RECORDS = 100_000
export const MAX_INGEST_VALUES = 4_000_000
export const MAX_INGEST_SOURCES = 1_000
export const MAX_FIELDS = 256

/** The outcome of a message: how many records are stored or paused, and why each other one was refused. */
export const IngestVerdict = z.object({
  status: z.enum(['success', 'partial_success', 'error']),
  details: z.object({
    stored: z.number().int(),
    /** Records of paused collections: acknowledged, not stored. */
    paused: z.number().int(),
    refused: z.array(
      z.object({
        source: z.string(),
        /** Place in the array of its source, from 0. */
        index: z.number().int(),
        code: ErrorCode,
        message: Sentence,
      }),
    ),
  }),
})
export type IngestVerdict = z.infer<typeof IngestVerdict>

const unitEndpoint = endpointsWith({ access: 'unit', scope: 'send-for-units', tag: 'ingest' })

export const ingestSource = unitEndpoint(`POST ${API_BASE}/ingest/:dataID/:source`, {
  summary: 'Records of one source: one record or an array; gzip accepted; answered after they are stored',
  params: z.object({ dataID: z.string(), source: z.string() }),
  body: z.unknown(),
  reply: IngestVerdict,
})

export const ingestUnit = unitEndpoint(`POST ${API_BASE}/ingest/:dataID`, {
  summary: 'Records of several sources: `{source: [records]}`',
  params: z.object({ dataID: z.string() }),
  body: z.unknown(),
  reply: IngestVerdict,
})

const MqttRefusal = z.object({ source: z.string(), index: z.number().int(), code: ErrorCode, message: z.string() })

/** What the server publishes on a unit's errors topic. */
export const MqttErrors = z.object({ topic: z.string(), refused: z.array(MqttRefusal) })
export type MqttErrors = z.infer<typeof MqttErrors>

export const topics = {
  data: (dataId: string, source: string): string => `units/${dataId}/data/${source}`,
  actions: (dataId: string): string => `units/${dataId}/actions`,
  errors: (dataId: string): string => `units/${dataId}/errors`,
} as const

export type UnitTopic =
  | { kind: 'data'; dataId: DataId; source: string }
  | { kind: 'actions'; dataId: DataId }
  | { kind: 'errors'; dataId: DataId }

/** Reads a topic; undefined when it is not one of a unit. The source is not checked here. */
export function parseTopic(topic: string): UnitTopic | undefined {
  const [root, dataId, kind, ...rest] = topic.split('/')
  const parsed = DataId.safeParse(dataId)
  if (root !== 'units' || !parsed.success) return undefined
  if (kind === 'data' && rest.length === 1 && rest[0] !== undefined) {
    return { kind, dataId: parsed.data, source: rest[0] }
  }
  if ((kind === 'actions' || kind === 'errors') && rest.length === 0) return { kind, dataId: parsed.data }
  return undefined
}
