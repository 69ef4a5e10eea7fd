import { placeOfField } from '@fieldwatch/contract/places/place-conditions'
import { journeyOfField } from '@fieldwatch/contract/places/trip-conditions'
import { createEventStore, EVENTS } from './event-store.ts'
import type { TableFollowers } from './table-followers.ts'
import { followTable } from './follow-table.ts'
import type { FollowChange, Made } from '#delivery/consequences/declaration.ts'
import { createPlaceStore } from '#fleet/places/place-store.ts'
import { areUnitsMoved, takeMovedUnit } from '#fleet/units/moved-unit-store.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { Platform } from '#platform/floor.ts'
import type { WorkKind } from '#platform/work/worker.ts'
import { end } from './event-consequences.ts'

interface Parts extends Pick<Platform, 'db' | 'bus' | 'clock'> {
  readonly followChange: FollowChange
  readonly tableFollowers: TableFollowers
}

/**
 * Settles the tables on places and trips of units that belong to other entities than before, or whose positions have another accuracy. Those
 * on a place that no longer counts end with the reason; the others are found again.
 */
export function createMovedUnitWork(parts: Parts): WorkKind {
  const { db } = parts
  return {
    name: 'moved units',
    isDue: areUnitsMoved,
    run: async ({ signal }) => {
      while (!signal.aborted) {
        const publish = await db.transaction().execute((tx) => settleNext(parts, tx))
        if (publish === undefined) return
        publish()
      }
    },
  }
}

/** Returns what to publish after the commit; undefined when none is left. */
async function settleNext(parts: Parts, tx: Db): Promise<(() => void) | undefined> {
  const { bus, clock, tableFollowers, followChange } = parts
  const dataId = await takeMovedUnit(tx)
  if (dataId === undefined) return undefined
  const store = createEventStore(tx)
  await store.lockUnit(dataId)
  const entities = await createUnitStore(tx).listEntities(dataId)
  const tables = (await store.list(dataId)).filter(({ ended }) => ended === undefined)
  const by = { caller: PORTAL, now: clock() }
  const publishes: (() => void)[] = []
  for (const table of tables) {
    const reference = placeOfField(table.field)
    if (reference === undefined && journeyOfField(table.field) === undefined) continue
    const isGone =
      reference?.kind === 'place' && (await createPlaceStore(tx).find(reference.id, entities)) === undefined
    await tableFollowers.lock(tx, table)
    if (isGone) {
      const ending = { ...PLACE_LEFT, ...by }
      const ended = { kind: 'event-table-deleted', dataID: dataId, event: table.name } as const
      publishes.push(await followChange(tx, { change: ended, ...ending }))
      await end(tx, [table], { ...ending, entity: undefined })
      await store.forgetPlaces(table)
    } else {
      await store.restartAll([table])
      publishes.push(await followTable({ followChange }, tx, table, by))
    }
    publishes.push(() => bus.publish('occurrences-changed', { dataId, name: table.name }))
  }
  return () => {
    for (const publish of publishes) publish()
    bus.publish('followers-changed', { consumer: EVENTS })
  }
}

/** Who makes changes that no person asked for. */
export const PORTAL = { userId: undefined, reach: [] } as const

const PLACE_LEFT: Pick<Made<'event-table-deleted'>, 'reason' | 'letter'> = {
  reason: (t) => t('mails.place-left'),
  letter: { subject: (t) => t('mails.place-left.subject'), advice: (t) => t('mails.place-deleted.act') },
}
