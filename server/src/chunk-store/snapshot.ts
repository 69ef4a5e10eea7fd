import type { Db } from '#database/database.ts'

/** Reads in one state of the database: what is moved from rows to chunks meanwhile is neither missed nor met twice. */
export function inSnapshot<T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
