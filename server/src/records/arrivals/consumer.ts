import type { DataId } from '@fieldwatch/contract/ids'
import type { Db } from '#platform/database/database.ts'
import type { StoredRecord } from '#records/store/record-reader.ts'
import type { ArrivalCursor, FollowedSource } from './follower-store.ts'

/** A feature that follows arriving records. */
export interface Consumer<Memory = unknown> {
  /** Followers and figures are kept under it, so that it never changes. */
  readonly name: string
  /** Followers of which steps are taken beside each other. */
  readonly lanes: number
  /**
   * Takes one step for a follower. What it writes with `tx` is stored together with the cursors, or not at all; what it does
   * elsewhere may be done again after a crash. When it fails, it is tried again after a while.
   */
  readonly take: (step: Step<Memory>) => Promise<Left>
}

/** What a follower has left to do though nothing arrives: nothing, more at once, or something that waits for somebody else. */
export type Left = 'nothing' | 'more' | 'later'

/** A step of one follower, which nobody else takes meanwhile. */
export interface Step<Memory = unknown> {
  readonly tx: Db
  /** Which follower. */
  readonly id: string
  readonly dataId: DataId
  readonly sources: readonly FollowedSource[]
  /** Reads the next records of each source, and moves its cursor behind them when the step is done. */
  readonly read: () => Promise<Arrived[]>
  /** As well the times of the records that follow those, whose fields nobody needs. */
  readonly readTimes: (arrived: readonly Arrived[]) => Promise<Arrived[]>
  /** Moves the cursors behind all that is stored: the feature has read it by other ways. */
  readonly skip: () => void
  /** Does something once what the step has stored is there for others to read; a crash may leave it undone. */
  readonly afterCommit: (tell: () => void) => void
  /** What `remember` was given in the step before; undefined when another server took that, or none. */
  readonly remembered: Memory | undefined
  /** Keeps something in memory for the next step. */
  readonly remember: (memory: Memory) => void
}

/** What arrived of a source behind a cursor, in the order of arrival, then by time. Late records and replacements are among it. */
export interface Arrived {
  readonly followed: FollowedSource
  readonly records: readonly StoredRecord[]
  /** When the records are from, and those behind them of which nothing else was read. */
  readonly times: readonly number[]
  /** Where the follower is after them. */
  readonly cursor: ArrivalCursor
}
