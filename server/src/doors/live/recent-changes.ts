import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { Bus } from '#platform/bus/bus.ts'

/** What changed of units, and which entities each of them left. */
type RecentChanges = ReadonlyMap<DataId, readonly EntityId[]>

interface Noted {
  readonly heardAt: number
  readonly left: readonly EntityId[]
}

interface Options {
  readonly bus: Bus
  /** Milliseconds of a clock that only moves forward. */
  readonly now: () => number
}

/** A page opens its stream some seconds after it read its units. */
export const KEPT_MS = 60_000
/** With more units that change within that time, less time is kept. */
export const KEPT_UNITS = 20_000

/**
 * Remembers for a while which units changed, so that a stream can begin with the changes since a read instead of with everything. A
 * change is published after its commit: what a read did not see was published after the read began.
 */
export function createRecentChanges({ bus, now }: Options) {
  /** In the order of hearing. */
  const changes = new Map<DataId, Noted>()
  /** Some of the changes that were published before this may be unknown. */
  let completeFrom = now()
  const stops = [
    bus.subscribe('unit-changed', ({ dataId, left = [] }) => {
      const heardAt = now()
      const before = changes.get(dataId)?.left ?? []
      changes.delete(dataId)
      changes.set(dataId, {
        heardAt,
        left: before.length + left.length === 0 ? [] : [...new Set([...before, ...left])],
      })
      forgetOld(heardAt)
    }),
    bus.subscribe('messages-missed', () => {
      changes.clear()
      completeFrom = now()
    }),
  ]

  return {
    /** What changed since a moment of the clock; undefined when some of it may not be known. */
    since: (moment: number): RecentChanges | undefined => {
      forgetOld(now())
      if (moment < completeFrom) return undefined
      return new Map([...changes].filter(([, { heardAt }]) => heardAt >= moment).map(([id, { left }]) => [id, left]))
    },
    close: (): void => {
      for (const stop of stops) stop()
    },
  }

  function forgetOld(at: number): void {
    completeFrom = Math.max(completeFrom, at - KEPT_MS)
    for (const [dataId, { heardAt }] of changes) {
      if (heardAt >= completeFrom && changes.size <= KEPT_UNITS) return
      changes.delete(dataId)
      // Another change may have been published at the same moment.
      if (heardAt >= completeFrom) completeFrom = heardAt + 1
    }
  }
}
