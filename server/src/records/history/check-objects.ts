import { BackupError } from '#platform/backup/backup-format.ts'
import type { Db } from '#platform/database/database.ts'
import { type Bucket, BucketAwayError } from './bucket.ts'
import { createHistoryStore, type HistoryObject } from './history-store.ts'

const AT_ONCE = 64

/**
 * Checks that each object which chunks refer to is in the bucket with its whole length, by its last byte. Returns how many there are.
 * @throws BackupError naming the first ones that are not
 */
export async function checkObjects(db: Db, bucket: Bucket): Promise<number> {
  const objects = await createHistoryStore(db).listUsed()
  for (let start = 0; start < objects.length; start += AT_ONCE) {
    const some = objects.slice(start, start + AT_ONCE)
    const reasons = (await Promise.all(some.map((object) => findFault(bucket, object)))).filter(
      (reason) => reason !== undefined,
    )
    if (reasons.length > 0) {
      throw new BackupError(`Old records that this backup refers to cannot be read: ${reasons.join('; ')}`)
    }
  }
  return objects.length
}

async function findFault(bucket: Bucket, { key, bytes }: HistoryObject): Promise<string | undefined> {
  try {
    await bucket.getRange(key, { start: bytes - 1, length: 1 })
    return undefined
  } catch (error) {
    if (!(error instanceof BucketAwayError)) throw error
    return `${key}: ${error.message}`
  }
}
