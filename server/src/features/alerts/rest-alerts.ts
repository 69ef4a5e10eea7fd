import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createRestStore } from './rest-store.ts'

interface Parts {
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
}

/** Of one statement. */
const MOST = 2_000

/** Has alerts rest on units that were deactivated and sources that were paused, and judge again on those that are back. */
export async function restAlerts({ db, bus, clock }: Parts): Promise<void> {
  const store = createRestStore(db)
  for (const take of [store.begin, store.end]) {
    let taken: Awaited<ReturnType<typeof take>>
    do {
      taken = await take(clock(), MOST)
      for (const unit of taken) bus.publish('alert-changed', unit)
    } while (taken.length === MOST)
  }
}
