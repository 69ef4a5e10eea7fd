import { isOnEarth } from '@fieldwatch/contract/places/position'
import { countsFrom } from '@fieldwatch/contract/time/future-times'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { DataId } from '@fieldwatch/contract/api/ids'

/** Latitude and longitude of a unit, in degrees, at a moment in epoch milliseconds. */
export interface Position {
  readonly at: number
  readonly lat: number
  readonly lon: number
}

/** The changes that arriving records make to the document of a unit. */
export interface UnitUpdate {
  readonly dataId: DataId
  readonly activeAt: number
  readonly source: string
  readonly position: Position | undefined
  /** By which door it came; undefined where that is not known. */
  readonly door: Door | undefined
}

/** The least time between two writes of a unit's document. */
const PAUSE_MS = 1000

/** The most units whose last write is cached. */
const REMEMBERED = 100_000

export type UnitActivity = ReturnType<typeof createUnitActivity>

/** Collects the activity of units until it is due to be written. */
export function createUnitActivity() {
  const waiting = new Map<DataId, UnitUpdate>()
  const writtenAt = new Map<DataId, number>()
  return {
    note: (update: UnitUpdate): void => {
      const before = waiting.get(update.dataId)
      const position = newer(before?.position, update.position)
      waiting.set(update.dataId, { ...update, position, door: update.door ?? before?.door })
    },

    /** The updates that are due; they stay until `written`. */
    due: (now: number): UnitUpdate[] =>
      [...waiting.values()].filter(({ dataId }) => {
        const last = writtenAt.get(dataId)
        return last === undefined || Math.abs(now - last) >= PAUSE_MS
      }),

    /** All updates, due or not. */
    all: (): UnitUpdate[] => [...waiting.values()],

    written: (updates: readonly UnitUpdate[], now: number): void => {
      if (writtenAt.size > REMEMBERED) writtenAt.clear()
      for (const update of updates) {
        writtenAt.set(update.dataId, now)
        if (waiting.get(update.dataId) === update) waiting.delete(update.dataId)
      }
    },
  }
}

/** Reads the position of a `location` record; undefined when it has none. */
export function positionOf(fields: Readonly<Record<string, unknown>>, at: number): Position | undefined {
  const { lat, lon } = fields
  if (typeof lat !== 'number' || typeof lon !== 'number') return undefined
  return isOnEarth(lat, lon) ? { at, lat, lon } : undefined
}

interface Located {
  readonly at: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** The newest position of records in the order of time that arrive now. One with a time ahead counts from now on. */
export function newestPosition(records: readonly Located[], now: number): Position | undefined {
  const newest = records.findLast(({ fields, at }) => positionOf(fields, at) !== undefined)
  return newest && positionOf(newest.fields, countsFrom(newest.at, now))
}

function newer(one: Position | undefined, other: Position | undefined): Position | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return other.at >= one.at ? other : one
}
