import { formatCount } from '@fieldwatch/contract/text/number-text'
import { BackupError } from '#platform/backup/backup-format.ts'
import type { Db } from '#platform/database/database.ts'
import type { Bucket } from '#records/history/bucket.ts'
import { checkObjects } from '#records/history/check-objects.ts'
import { createHistoryStore } from '#records/history/history-store.ts'

/** As `checkOldRecords`, with a warning in place of an error. */
export async function describeOldRecords(restored: Db, bucket: Bucket | undefined): Promise<string> {
  try {
    return await checkOldRecords(restored, bucket)
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return `WARNING: ${error.message}\n`
  }
}

/**
 * Says where the old records are that a restored database refers to; empty when there are none.
 * @throws BackupError naming objects that are not in the bucket
 */
export async function checkOldRecords(restored: Db, bucket: Bucket | undefined): Promise<string> {
  const { length: count } = await createHistoryStore(restored).listUsed()
  if (count === 0) return ''
  const objects = `${formatCount(count)} ${count === 1 ? 'object' : 'objects'} of a bucket`
  if (bucket === undefined) {
    return `WARNING: Old records are in ${objects}. They can't be read until FIELDWATCH_HISTORY_S3_ENDPOINT and the settings beside it name that bucket.\n`
  }
  await checkObjects(restored, bucket)
  return `Old records are in ${objects}; all of it is there.\n`
}
