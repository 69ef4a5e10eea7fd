import { DAY_MS, MINUTE_MS } from '@fieldwatch/contract/time/durations'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { listNotes, type Note } from '../contract/notes.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@fieldwatch/web/platform/api/call.ts'
import { UNIT_NOTES } from '@fieldwatch/web/platform/extensions/unit-notes.ts'
import { portalNow } from '@fieldwatch/web/platform/time/portal-clock.ts'
import type { Position } from '@fieldwatch/web/shared/map/position.ts'

/** A note with where it is on a map. */
export interface PlacedNote {
  readonly note: Note
  readonly position: Position
}

/** The most notes of a map. */
export const MOST_ON_MAP = 500

const WEEK_MS = 7 * DAY_MS

/** The notes with a position of the last week, or of a range: on one unit, or on all viewing units; the newest first. */
export function mapNotesQuery(api: Api, dataId: DataId | undefined, range: TimeRange | undefined) {
  return queryOptions({
    queryKey: [UNIT_NOTES, dataId ?? 'viewing', 'map', range?.from, range?.to] as const,
    queryFn: async ({ signal }) => {
      const { from, to } = range ?? { from: portalNow() - WEEK_MS, to: undefined }
      const query = {
        placed: 'true',
        limit: MOST_ON_MAP,
        from: new Date(from).toISOString(),
        to: to === undefined ? undefined : new Date(to).toISOString(),
        dataID: dataId,
      }
      const { notes, next } = (await api.call(listNotes, { query }, { signal })).details
      return { notes, isCut: next !== null }
    },
    staleTime: MINUTE_MS,
    ...(range === undefined ? { refetchInterval: MINUTE_MS } : {}),
  })
}

interface Moment {
  readonly at: number
  readonly known: 'now' | 'then'
}

/** The notes that have a place, and had begun at the moment that is replayed, if there is one. */
export function placeNotes(notes: readonly Note[], moment: Moment | undefined): PlacedNote[] {
  return notes.flatMap((note) => {
    const { position, startUTC, createdUTC } = note
    if (position === null) return []
    if (moment !== undefined && Date.parse(startUTC) > moment.at) return []
    if (moment?.known === 'then' && Date.parse(createdUTC) > moment.at) return []
    return [{ note, position: [position.lon, position.lat] as const }]
  })
}
