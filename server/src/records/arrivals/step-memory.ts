import type { SourceName } from '@fieldwatch/contract/api/ids'
import { LRUCache } from 'lru-cache'
import { entriesAtMost } from '#platform/memory/entries-at-most.ts'
import type { ArrivalCursor, ClaimedFollower } from './follower-store.ts'

export type StepMemory<Memory> = ReturnType<typeof createStepMemory<Memory>>

/** Followers that are remembered: more than 10,000 units with tables of visits, trips and stops have. */
const REMEMBERED = 50_000

/**
 * What followers remember between steps. It is only valid while the cursor is where the step left it: another server may have
 * taken a step since.
 */
export function createStepMemory<Memory>() {
  const remembered = new LRUCache<string, { readonly state: string; readonly memory: Memory }>(
    entriesAtMost(REMEMBERED),
  )
  return {
    /** Waits for a step. A step changes what is remembered: after one that failed it may be half a step ahead. */
    forgetOnFailure: <Done>(ids: readonly string[], step: Promise<Done>): Promise<Done> =>
      step.catch((error: unknown) => {
        for (const id of ids) remembered.delete(id)
        throw error
      }),

    find: (claimed: ClaimedFollower): Memory | undefined => {
      const known = remembered.get(claimed.id)
      const cursors = new Map(claimed.sources.map(({ source, cursor }) => [source, cursor]))
      return known?.state === stateOf(claimed, cursors) ? known.memory : undefined
    },

    keep: (
      claimed: ClaimedFollower,
      cursors: ReadonlyMap<SourceName, ArrivalCursor>,
      memory: Memory | undefined,
    ): void => {
      if (memory === undefined) remembered.delete(claimed.id)
      else remembered.set(claimed.id, { state: stateOf(claimed, cursors), memory })
    },
  }
}

function stateOf({ sources }: ClaimedFollower, cursors: ReadonlyMap<SourceName, ArrivalCursor>): string {
  return JSON.stringify(sources.map(({ source, key }) => [source, key, cursors.get(source)]))
}
