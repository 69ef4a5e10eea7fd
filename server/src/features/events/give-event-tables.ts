import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import { MOST_EVENT_TABLES } from '@fieldwatch/contract/events/events'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Platform } from '#platform/floor.ts'
import type { RunContext, WorkKind } from '#platform/work/worker.ts'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import { followTable } from './follow-table.ts'
import { PORTAL } from './settle-moved-units.ts'
import type { TableFollowers } from './table-followers.ts'
import { areEventTablesDue, createEventStore, EVENTS } from './event-store.ts'

interface Parts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'log'> {
  readonly tableFollowers: TableFollowers
  readonly followChange: FollowChange
}

/**
 * Gives units the event tables that their template lists, soon after the template or the unit's choice of one changed. Every server may:
 * each unit is taken by one of them.
 */
export function createEventTableWork(parts: Parts): WorkKind {
  const { db, bus, log } = parts
  return { name: 'event tables', isDue: areEventTablesDue, run }

  async function run({ signal }: RunContext): Promise<void> {
    let after = ''
    while (!signal.aborted) {
      const due = await createEventStore(db).listDue(after)
      for (const dataId of due) if (!signal.aborted) await giveSafely(dataId)
      const last = due.at(-1)
      if (last === undefined) return
      after = last
    }
  }

  /** A unit that fails is tried again with the next look, and holds up no other. */
  async function giveSafely(dataId: DataId): Promise<void> {
    try {
      const given = await giveEventTables(parts, dataId)
      if (given.length > 0) bus.publish('followers-changed', { consumer: EVENTS })
      for (const { name, publish } of given) {
        publish()
        bus.publish('occurrences-changed', { dataId, name })
      }
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      log.error({ err: error, dataID: dataId }, 'creating the event tables of a template failed')
    }
  }
}

interface GivenTable {
  readonly name: string
  readonly publish: () => void
}

/**
 * Gives a unit the event tables that its template lists and it lacks, each with the newest condition of that name of another unit that
 * shows the template. One that was removed from the unit stays removed. Returns the names of the new ones, with what to publish.
 */
function giveEventTables({ db, clock, tableFollowers, followChange }: Parts, dataId: DataId): Promise<GivenTable[]> {
  return db.transaction().execute(async (tx) => {
    const store = createEventStore(tx)
    await store.lockUnit(dataId)
    const template = await store.takeDue(dataId)
    if (template === undefined) return []
    const known = new Set((await store.list(dataId)).map(({ name }) => name))
    const given: GivenTable[] = []
    for (const { title } of template.events) {
      const name = nameOfEvent(title)
      if (known.has(name) || known.size >= MOST_EVENT_TABLES || (await store.isRemoved(dataId, name))) continue
      const rule = await store.findNewest(template.id, name)
      if (rule === undefined) continue
      const now = clock()
      await tableFollowers.lock(tx, { dataId, name })
      await store.create({ dataId, name, title, rule, now })
      const publish = await followTable({ followChange }, tx, { dataId, name, title, ...rule }, { caller: PORTAL, now })
      await createAuditStore(tx).recordChange(
        { userId: undefined },
        { kind: 'event table', id: `${dataId}/${name}`, entity: template.entityId },
        { at: now, action: 'create event table', after: { ...rule, templateID: template.id } },
      )
      known.add(name)
      given.push({ name, publish })
    }
    return given
  })
}
