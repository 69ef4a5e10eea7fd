import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { Bucket } from './bucket.ts'
import type { HistorySettings } from './history-settings.ts'
import { createHistoryStore } from './history-store.ts'

interface Removing {
  readonly db: Db
  readonly bucket: Bucket
  readonly clock: Clock
  readonly settings: Pick<HistorySettings, 'keepDays'>
}

/** Removes objects that no chunk has used for long, as a backup may still refer to younger ones, and those of moves that never ended. */
export async function removeObjects({ db, bucket, clock, settings }: Removing): Promise<number> {
  const store = createHistoryStore(db)
  const now = clock()
  await store.noteUnused(now)
  const removable = await store.listRemovable({
    announcedBefore: now - DAY_MS,
    unusedBefore: now - settings.keepDays * DAY_MS,
  })
  for (const { id, key } of removable) {
    await bucket.remove(key)
    await store.forget(id)
  }
  return removable.length
}
