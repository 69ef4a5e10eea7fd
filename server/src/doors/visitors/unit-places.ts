import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Caller } from '#platform/http/caller.ts'

/** Where a unit was at a moment. */
export interface FrozenPlace {
  /** Null: it had sent no position by then. */
  readonly latitude: number | null
  readonly longitude: number | null
  readonly lastActivityUTC: string | null
}

/** Where units in reach were at a moment; those that were deactivated then are left out. */
export type ReadPlaces = (
  dataIds: readonly DataId[],
  at: number,
  caller: Caller,
  signal: AbortSignal,
) => Promise<ReadonlyMap<DataId, FrozenPlace>>
