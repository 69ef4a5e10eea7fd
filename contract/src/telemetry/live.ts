import { z } from 'zod'
import { DataRecordShape, type DataRecord, Moment } from './data.ts'
import { API_BASE, endpointsWith } from '../api/endpoint.ts'
import { AlertId, DataId, SourceName, TemplateId } from '../api/ids.ts'
import { type LiveSource, STREAM_LIVE } from '../api/live-addresses.ts'
import { DataDocument } from '../units/units.ts'

/** Event `added` of a stream over several sources. */
export const LiveAdded = z.object({
  dataID: DataId,
  subject: SourceName,
  /** Opening a stream with `{dataID}/{subject}@{cursor}` carries on behind these records. */
  cursor: z.string(),
  records: z.array(DataRecordShape),
})
export interface LiveAdded {
  dataID: DataId
  subject: SourceName
  cursor: string
  records: DataRecord[]
}

/** Event `modified`: a unit's data document as it is now. */
export type LiveModified = DataDocument

/** Event `removed`: the unit is none of the viewing units any more. */
export const LiveRemoved = z.object({ dataID: DataId })
export type LiveRemoved = z.infer<typeof LiveRemoved>

/** Event `outdated`: what the reader has of the viewing units may lack changes that are not sent: it reads them again. */
export type LiveOutdated = Record<string, never>

/** Event `template`: the template that the streamed unit shows has a newer version. */
export const LiveTemplate = z.object({ templateID: TemplateId, version: z.number().int() })
export type LiveTemplate = z.infer<typeof LiveTemplate>

/** Event `occurrences`: occurrences of an event table of the streamed unit were found, went on, ended, changed or were tagged. */
export const LiveOccurrences = z.object({ dataID: DataId, name: z.string() })
export type LiveOccurrences = z.infer<typeof LiveOccurrences>

/**
 * Event `things`: what an extension keeps about the streamed unit, or without `dataID` in an entity in reach, was added, changed or deleted;
 * without `kind` any of it may have been.
 */
export const LiveThings = z.object({ dataID: DataId.optional(), kind: z.string().optional() })
export type LiveThings = z.infer<typeof LiveThings>

/** Event `requests`: requests to the streamed unit are new, or in another state; for admins. */
export const LiveRequests = z.object({ dataID: DataId })
export type LiveRequests = z.infer<typeof LiveRequests>

/** Event `alerts`: of alerts that the person sees, one was triggered or is OK again, someone did something about it, or it is another; without ids any may be. */
export const LiveAlerts = z.object({ alertIDs: z.array(AlertId) })
export type LiveAlerts = z.infer<typeof LiveAlerts>

const readEndpoint = endpointsWith({ scope: 'read', tag: 'live' })

export const streamSource = readEndpoint(`GET ${API_BASE}/stream/data/:dataID/:subject`, {
  summary: 'Event `added`: the records since a moment (24 hours ago by default), then each new one',
  format: 'event-stream',
  params: z.object({ dataID: DataId, subject: SourceName }),
  query: z.object({ since: Moment.optional() }),
  reply: z.array(DataRecordShape),
})

export const streamUnit = readEndpoint(`GET ${API_BASE}/stream/devices`, {
  summary: 'Event `modified`: the data document of a unit, now and at each change',
  format: 'event-stream',
  query: z.object({ dataID: z.string().optional() }),
  reply: DataDocument,
})

/** The most sources that one stream follows. */
export const LIVE_SOURCES_MAX = 200

export const streamLive = readEndpoint(STREAM_LIVE, {
  summary:
    'All that a page shows in one stream: `modified` and `removed` of the viewing units, or `modified`, `template`, `occurrences` and `requests` of one; `alerts`, `labels`, `places` and `things` of either; `added` of the listed sources',
  format: 'event-stream',
  query: z.object({
    /** `viewing`, or a dataID; no documents when left out, and with `-` nothing of units but `alerts` and `templates`. */
    devices: z.string().optional(),
    /**
     * With `devices=viewing`: the `asOf` of the columns of the units that the reader has. The stream begins with what changed since, or with
     * `outdated`, and not with all documents.
     */
    since: z.string().max(200).optional(),
    /** `{dataID}/{subject}` or `{dataID}/{subject}@{cursor}`, by comma. */
    data: z.string().max(40_000).optional(),
  }),
  reply: LiveAdded,
})

/** Reads the `data` parameter of the live stream; undefined when an entry is not one. */
export function parseLiveSources(text: string): LiveSource[] | undefined {
  const sources: LiveSource[] = []
  for (const entry of text.split(',')) {
    if (entry === '') continue
    const match = /^([^/@]+)\/([^/@]+)(?:@([A-Za-z0-9_.:-]+))?$/.exec(entry)
    const dataId = DataId.safeParse(match?.[1])
    const subject = SourceName.safeParse(match?.[2])
    if (!dataId.success || !subject.success) return undefined
    const cursor = match?.[3]
    sources.push({ dataId: dataId.data, subject: subject.data, ...(cursor === undefined ? {} : { cursor }) })
  }
  return sources
}
