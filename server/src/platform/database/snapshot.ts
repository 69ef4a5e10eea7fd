import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Replica } from './replica.ts'

interface Reading {
  readonly db: Db
  /** Connections for cancelling statements whose caller has left. */
  readonly control: Db
  readonly signal: AbortSignal | undefined
}

/**
 * Reads in one snapshot of the database, so that records which move from rows to chunks in the meantime are neither missed nor met
 * twice. The signal cancels the statement that is running.
 */
export async function inSnapshot<T>({ db, control, signal }: Reading, read: (snapshot: Db) => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  if (signal === undefined) return transaction.execute(read)
  return transaction.execute(async (snapshot) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(snapshot)
    let cancelling: Promise<unknown> | undefined
    const cancel = (): void => {
      // If cancelling fails, the statement ends by itself or by its time limit.
      cancelling = sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(control).catch(() => undefined)
    }
    signal.addEventListener('abort', cancel)
    try {
      signal.throwIfAborted()
      return await read(snapshot)
    } finally {
      signal.removeEventListener('abort', cancel)
      // Waits for the cancellation, so that it cannot hit the next user of the connection.
      await cancelling
    }
  })
}

/** As `inSnapshot`, at the replica when it is up to date. The work may be done twice, the second time at the primary. */
export async function inSnapshotOfReplica<T>(
  reading: Reading,
  replica: Replica | undefined,
  read: (snapshot: Db) => Promise<T>,
): Promise<T> {
  if (replica === undefined || !(await replica.isCurrent())) return inSnapshot(reading, read)
  try {
    return await inSnapshot({ ...reading, db: replica.db, control: replica.control }, read)
  } catch (error) {
    reading.signal?.throwIfAborted()
    if (!replica.isFault(error)) throw error
    return inSnapshot(reading, read)
  }
}
