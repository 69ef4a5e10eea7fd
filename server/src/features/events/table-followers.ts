import type { DataId, UserId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'

/** An event table of a unit, by its name. */
interface NamedTable {
  readonly dataId: DataId
  readonly name: string
}

interface Change {
  /** Undefined: the portal. */
  readonly userId: UserId | undefined
  readonly now: number
  /** For the history, as `kept`. */
  readonly reason: string
}

/**
 * What follows event tables, such as alerts. Its steps run in the transaction that changes the table, and return what to publish after the
 * commit.
 */
export interface TableFollowers {
  /** Before the table is changed: no one else changes what follows it. */
  readonly lock: (tx: Db, table: NamedTable) => Promise<void>
  /** The table is new, or finds other occurrences from now on. */
  readonly restart: (tx: Db, table: NamedTable, change: Change) => Promise<() => void>
  /** Which of these event tables something follows: in a large fleet only a few are followed. */
  readonly listFollowed: <T extends NamedTable>(tx: Db, tables: readonly T[]) => Promise<T[]>
}
