import type { Platform } from '#platform/floor.ts'
import { createFutureTimesStore } from './future-times-store.ts'

/** Corrects what a clock wrote that was ahead: arrivals only rise, so that they would stay in the future until it is there. */
export async function bringBackFromFuture({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock()
  const store = createFutureTimesStore(db)
  const sources = await store.listSources(now)
  for (const sourceKey of sources)
    await db.transaction().execute((tx) => createFutureTimesStore(tx).bringSourceBack(sourceKey, now))
  await store.bringUnitsBack(now)
  if (sources.length > 0) log.warn({ sources: sources.length }, 'arrivals in the future corrected; a clock was ahead')
}
