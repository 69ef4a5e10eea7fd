import type { Platform } from '#platform/floor.ts'
import { bringBackSparse } from './bring-back-chunks.ts'
import { createBucket, type Bucket } from './bucket.ts'
import { createHistory, type History } from './history.ts'
import type { HistorySettings } from './history-settings.ts'
import { createHistoryStore, isMoveDue } from './history-store.ts'
import { moveSome } from './move-chunks.ts'
import { DAY_MS } from '@fieldwatch/contract/time/durations'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'pause' | 'log' | 'worker' | 'server'> {
  readonly settings: HistorySettings
  /** Frees the space of blocks that were moved. */
  readonly free: (bytes: number) => Promise<void>
}

/** Starts to move old chunks to a bucket, by one server at a time, and gives what reads them. */
export function startHistory({ database, worker, settings, clock, pause, log, server, free }: Dependencies): History {
  const { db } = database.background
  const bucket = createBucket(settings, pause)
  let began = false
  const work = worker.add({
    name: 'history',
    isDue: isMoveDue,
    run: async ({ signal, again }) => {
      if (signal.aborted) return
      if (!began) await createHistoryStore(db).begin()
      began = true
      const { chunks, isMore } = await moveSome({ db, bucket, clock, server, settings, free })
      if (chunks > 0) log.info({ chunks }, 'old records moved to the bucket')
      if (isMore) again()
    },
    tidy: async () => {
      const objects = await removeObjects({ db, bucket, clock, settings })
      if (objects > 0) log.info({ objects }, 'objects without records removed')
      const chunks = await bringBackSparse({ db, bucket })
      if (chunks > 0) log.info({ chunks }, 'old records moved back from objects of which few were used')
    },
  })
  work.wake()
  return createHistory({ db: database.reads.db, bucket, clock, cacheBytes: settings.cacheBytes, log })
}

interface Removing extends Pick<Platform, 'db' | 'clock'> {
  readonly bucket: Bucket
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
