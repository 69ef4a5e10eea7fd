import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { DataId, SourceName, UtcTime } from '../api/ids.ts'
import { DataRecordShape } from '../telemetry/data.ts'
import { ZonedTime } from '../time/times.ts'

/** How many units one question about a moment names. */
export const MOST_STATE_UNITS = 1_000
/** Of how many sources of each unit. */
export const MOST_STATE_SUBJECTS = 100

/** What was true of a unit at a moment. */
export const UnitState = z.object({
  dataID: DataId,
  /** Of each source the last record at or before the moment by its own time; sources without one are left out. By name. */
  records: z.array(z.object({ subject: SourceName, record: DataRecordShape })),
  /** Where it was: of the last record of `location` with a latitude and a longitude. */
  position: z.object({ lat: z.number(), lon: z.number(), atUTC: UtcTime }).nullable(),
  /** It was not deactivated, as far as the activity log reaches back. */
  active: z.boolean(),
  /**
   * When it last sent something, up to the moment: as it is known now by the time of the record, as it was known then by its arrival. Null
   * when it had not sent anything.
   */
  lastActivityUTC: UtcTime.nullable(),
})
export type UnitState = z.infer<typeof UnitState>

export const getState = defineEndpoint(`POST ${API_BASE}/state`, {
  scope: 'read',
  tag: 'replay',
  summary:
    'The state of some units at a moment, as it is known now, or as it was known at another moment; units out of reach are left out',
  body: z.object({
    dataIDs: z.array(DataId).min(1).max(MOST_STATE_UNITS),
    at: ZonedTime,
    /** Records that arrived later are left out, for what was known then. */
    asKnownAt: ZonedTime.optional(),
    /** Records of these sources only. */
    subjects: z.array(SourceName).max(MOST_STATE_SUBJECTS).optional(),
  }),
  reply: envelope(z.object({ units: z.array(UnitState) })),
})
