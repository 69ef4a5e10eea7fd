import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import type { StoredRecord } from '#records/store/record-reader.ts'
import type { ArrivalCursor, FollowedSource } from './follower-store.ts'

/** A feature that follows arriving records. */
export interface Consumer<Memory = unknown> {
  /** Identifies its followers and metrics, so it must never change. */
  readonly name: string
  /** How many followers take steps at the same time. */
  readonly lanes: number
  /**
   * Takes one step for a follower. What it writes with `tx` is stored together with the cursors, or not at all; other effects may
   * be repeated after a crash. A step that fails is tried again later.
   */
  readonly take: (step: Step<Memory>) => Promise<Left>
  /** Left out: each follower takes its steps alone. */
  readonly shared?: SharedSteps<Memory>
}

/** Steps of many followers in one transaction, which then takes few statements. */
export interface SharedSteps<Memory> {
  /** Followers of one step at most. */
  readonly most: number
  /** Takes the steps that it can, and returns what these followers remember. The others are taken alone. */
  readonly take: (batch: SharedBatch<Memory>) => Promise<ReadonlyMap<string, Memory>>
}

export interface SharedBatch<Memory> extends Omit<StepBatch, 'steps'> {
  readonly steps: readonly SharedStep<Memory>[]
}

/** What arrived for a follower that has nothing else to do. */
export interface SharedStep<Memory> extends ArrivedStep {
  readonly sources: readonly FollowedSource[]
  /** As in `Step`. */
  readonly remembered: Memory
}

/**
 * A feature with many followers that each do little: one transaction takes a step of all of them that wait. What is promised is the same.
 */
export interface TogetherConsumer {
  readonly name: string
  readonly together: {
    /** Followers of one step at most. */
    readonly most: number
    /** How long what arrives is gathered between two steps. */
    readonly pauseMs: number
  }
  /** As `take`. Has to fail as a whole: then each follower is taken alone, so that only one that cannot be taken is left behind. */
  readonly takeAll: (turn: StepBatch) => Promise<void>
}

/** A step of several followers, which no one else takes in the meantime. */
export interface StepBatch {
  readonly tx: Db
  readonly steps: readonly ArrivedStep[]
  /** As in `Step`. */
  readonly afterCommit: (notify: () => void) => void
}

/** What arrived for one follower. */
export interface ArrivedStep {
  readonly id: string
  readonly dataId: DataId
  readonly arrived: readonly Arrived[]
}

/**
 * The work that a follower has left although nothing arrives: none, more at once, more of what was stored long ago, at a lower priority than
 * what arrives (`filling`), or more once someone else is done.
 */
export type Left = 'nothing' | 'more' | 'filling' | 'later'

/** A step of one follower; no one else takes one in the meantime. */
export interface Step<Memory = unknown> {
  readonly tx: Db
  /** Which follower. */
  readonly id: string
  readonly dataId: DataId
  readonly sources: readonly FollowedSource[]
  /** Reads the next records of each source, and moves its cursor behind them when the step is done. */
  readonly read: () => Promise<Arrived[]>
  /** Adds the times of the records that follow those, without their fields. */
  readonly readTimes: (arrived: readonly Arrived[]) => Promise<Arrived[]>
  /** Moves the cursors behind everything that is stored, when the feature has read it in another way. */
  readonly skip: () => void
  /** Runs something after the commit; a crash may skip it. */
  readonly afterCommit: (notify: () => void) => void
  /** What `remember` was given in the step before, which may change it; undefined when another server took that, or none. */
  readonly remembered: Memory | undefined
  /** Keeps something in memory for the next step. */
  readonly remember: (memory: Memory) => void
}

/** What arrived of a source behind a cursor, in the order of arrival, then by time. Late records and replacements are among it. */
export interface Arrived {
  readonly followed: FollowedSource
  readonly records: readonly StoredRecord[]
  /** The times of these records, and of those behind them that were read without fields. */
  readonly times: readonly number[]
  /** Where the follower is after them. */
  readonly cursor: ArrivalCursor
}
