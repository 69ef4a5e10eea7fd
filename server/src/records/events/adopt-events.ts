import { nameOfEvent } from '@fieldwatch/contract/event-columns'
import type { DataId } from '@fieldwatch/contract/ids'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createEventStore, EVENTS, type StoredEventTable } from './event-store.ts'
import { findShownTemplate } from './event-template.ts'

interface Parts {
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
}

/**
 * The event tables of a unit. One that its template has and the unit does not gets the newest condition of that name of another unit in
 * reach that shows the template, unless somebody removed it here.
 * @throws DomainError unit/not-found
 */
export async function listWithAdopted(
  { db, bus, clock }: Parts,
  caller: Caller,
  dataId: DataId,
): Promise<StoredEventTable[]> {
  const template = await findShownTemplate(db, dataId, caller.reach)
  const tables = await createEventStore(db).list(dataId)
  const missing = (template?.events ?? []).filter(({ title }) =>
    tables.every(({ name }) => name !== nameOfEvent(title)),
  )
  if (template === undefined || missing.length === 0) return tables
  const adopted = await db.transaction().execute(async (tx) => {
    const store = createEventStore(tx)
    await store.lockUnit(dataId)
    const known = new Set((await store.list(dataId)).map(({ name }) => name))
    let count = 0
    for (const { title } of missing) {
      const name = nameOfEvent(title)
      if (known.has(name) || (await store.isRemoved(dataId, name))) continue
      const rule = await store.findNewest(template.id, name, caller.reach)
      if (rule === undefined) continue
      await store.create({ dataId, name, title, rule, now: clock() })
      count += 1
    }
    return count
  })
  if (adopted === 0) return tables
  bus.publish('followers-changed', { consumer: EVENTS })
  return createEventStore(db).list(dataId)
}
