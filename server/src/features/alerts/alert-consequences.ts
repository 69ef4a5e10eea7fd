import { kept } from '@fieldwatch/messages/server-sentences'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { ChangeOf } from '@fieldwatch/contract/consequences/changes'
import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import { heldByEntity } from '#delivery/consequences/affected-store.ts'
import {
  type Affected,
  type Applied,
  type Find,
  type Made,
  only,
  outcome,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'
import { finds } from '#delivery/consequences/listed.ts'
import type { StoredEventTable } from '#features/events/event-store.ts'
import type { TableFollowers } from '#features/events/table-followers.ts'
import { findTablesOnPlaces, previewTablesOnPlaces, type TablesOnPlaces } from '#features/events/tables-on-places.ts'
import { elsewhere, findChangedRights, type RightsChange } from '#people/access/changed-rights.ts'
import type { Db } from '#platform/database/database.ts'
import { watchingAlerts } from './affected-alert-store.ts'
import { createAlertEndStore, type WatchingAlert } from './alert-end-store.ts'
import { createAlertMoveStore } from './alert-move-store.ts'
import { createAlertOwnerStore } from './alert-owner-store.ts'
import { endAlerts, leaveUnits, loseAlert, loseOfEntity, type Publishing } from './end-alerts.ts'
import { createFollowedTableStore } from './followed-table-store.ts'
import { moveAlerts, shareAlerts } from './move-alerts.ts'
import { settleOwners } from './settle-owners.ts'
import { catchUpReceivers } from './receiver-catch-up-store.ts'

interface Parts extends Publishing {
  readonly tableFollowers: TableFollowers
}

type EndingKind = 'source-deleted' | 'source-moved' | 'event-table-deleted'

/** What follows for alerts. */
export function createAlertRow(parts: Parts): Row {
  const { tableFollowers } = parts
  const settle = (tx: Db, made: Made<RightsChange['kind']>): Promise<Applied> => settleOwners(parts, tx, made)
  const ending = <Kind extends EndingKind>(
    means: string,
    list: (db: Db, change: ChangeOf<NoInfer<Kind>>) => Promise<WatchingAlert[]>,
  ): Affected<Kind> => ({
    ...only(
      'ends',
      means,
      finds(async (db, change) => toThings(await list(db, change))),
    ),
    apply: async (tx, made) => endAlerts(parts, tx, await list(tx, made.change), made),
  })

  return {
    'unit-moved': {
      outcomes: [
        outcome(
          'is handed to',
          'One that none of its owners can see any more on the unit goes to the admins of the new entity, with its state and history. On its other units it continues. With `alerts: end` it ends instead. Who loses the unit gets a mail, and webhooks of the former entity the end of one that is triggered. Those of the new entity are notified that it is.',
          finds(async (db, change) => (change.alerts === 'end' ? [] : toThings((await listMoved(db, change)).leaving))),
        ),
        outcome(
          'ends',
          'It ends on the unit if whoever moves it chooses that.',
          finds(async (db, change) => (change.alerts === 'end' ? toThings((await listMoved(db, change)).leaving) : [])),
        ),
        outcome(
          'continues',
          'It continues to watch the unit if one of its owners can see it afterwards. Who stood in for an owner stays an owner beside them.',
          finds(async (db, change) => toThings((await listMoved(db, change)).staying)),
        ),
      ],
      apply: (tx, made) => moveAlerts(parts, tx, made),
    },
    'unit-shared': {
      ...only(
        'continues',
        'It continues to watch the unit. Who stood in for an owner that sees it again stays an owner beside them.',
      ),
      apply: shareAlerts,
    },
    'unit-deactivated': only(
      'pauses',
      'It rests on the unit until that is active again, and is OK there. Who was notified that it is triggered gets a message.',
      watchingAlerts('all'),
    ),
    'unit-deleted': {
      outcomes: [
        outcome('ends', 'It ends if it watches no other unit.', watchingAlerts('only these')),
        outcome('changed', 'It continues for its other units.', watchingAlerts('also others')),
      ],
      apply: (tx, made) => leaveUnits(parts, tx, made),
    },
    'data-id-changed': only('moves along', 'It watches the unit by its new dataID.'),
    ...unaffected('An alert watches sources and event tables, whatever the screens show.', 'template-changed'),
    'source-deleted': ending('It ends on this unit, with the reason. Its owners get a mail.', listOfSource),
    'source-moved': ending(
      'It ends on the gateway, as the new unit may have other people. Its owners get a mail.',
      listOfSource,
    ),
    ...unaffected('An alert watches the values behind a chart.', 'chart-renamed', 'chart-deleted'),
    'event-table-changed': {
      ...only(
        'is judged again',
        'It follows what the table finds from now on.',
        finds(async (db, change) => toThings(await listOfTable(db, change))),
      ),
      apply: async (tx, { change: { dataID: dataId, event }, reason, caller: { userId }, now }) => {
        const by = { userId, now, reason: reason(kept) }
        return { publish: await tableFollowers.restart(tx, { dataId, name: nameOfEvent(event) }, by) }
      },
    },
    'event-table-deleted': ending('It ends on this unit, with the reason. Its owners get a mail.', listOfTable),
    'alert-deleted': {
      ...only(
        'deleted',
        'Its messages that wait are not sent. If it is triggered, everyone who was notified of that gets a message that it ended. Otherwise its other owners get a mail.',
      ),
      apply: loseAlert,
    },
    'place-changed': only(
      'is judged again',
      'One on an event table of the place follows what the table finds from now on.',
      onPlaces('others'),
    ),
    'place-deleted': {
      ...only(
        'ends',
        'One that follows an event table on the place ends with the table. Its owners get a mail.',
        onPlaces('ended'),
      ),
      apply: async (tx, made) => {
        const { ended } = await findTablesOnPlaces(tx, made.change)
        for (const { dataId, name } of await createAlertEndStore(tx).listFollowed(ended))
          await createFollowedTableStore(tx).lockFollowing(dataId, name)
        return endAlerts(parts, tx, await listOfTables(tx, ended), made)
      },
    },
    'person-demoted': { outcomes: [HANDED_OVER], apply: settle },
    'person-moved': { outcomes: [HANDED_OVER], apply: settle },
    'person-disabled': { outcomes: [HANDED_OVER, OTHER_OWNERS], apply: settle },
    'person-enabled': { outcomes: [GIVEN_BACK], apply: settle },
    'person-deleted': { outcomes: [HANDED_OVER, OTHER_OWNERS], apply: settle },
    'entity-disabled': { outcomes: [HANDED_OVER], apply: settle },
    'entity-enabled': {
      outcomes: [GIVEN_BACK],
      apply: async (tx, made) => {
        await catchUpReceivers(tx, { entity: made.change.entityID, now: made.now })
        return settle(tx, made)
      },
    },
    'entity-deleted': {
      outcomes: [
        outcome(
          'deleted',
          'It is deleted with its entity. Its owners in other entities get a mail.',
          heldByEntity('alert'),
        ),
        outcome(
          'is handed to',
          'One of another entity that only deleted people own goes to the admins of its entity. They get a mail.',
          finds(async (db, change) => {
            const { people, leaving } = await findChangedRights(db, change)
            const orphaned = await createAlertOwnerStore(db).listOrphaned(people, { leaving })
            return toThings(await elsewhere(db, change, orphaned))
          }),
        ),
      ],
      apply: loseOfEntity,
    },
  }
}

const listOfSource = (db: Db, { dataID, source }: ChangeOf<'source-deleted' | 'source-moved'>) =>
  createAlertEndStore(db).listOfSource(dataID, source)

const listOfTable = (db: Db, { dataID, event }: ChangeOf<'event-table-changed' | 'event-table-deleted'>) =>
  createAlertEndStore(db).listOfTable(dataID, nameOfEvent(event))

async function listOfTables(db: Db, tables: readonly StoredEventTable[]): Promise<WatchingAlert[]> {
  const alerts: WatchingAlert[] = []
  for (const { dataId, name } of tables) alerts.push(...(await createAlertEndStore(db).listOfTable(dataId, name)))
  return alerts
}

const onPlaces = (which: keyof TablesOnPlaces): Find<'place-changed' | 'place-deleted'> =>
  finds(async (db, change, { reach }) =>
    toThings(await listOfTables(db, (await previewTablesOnPlaces(db, change, reach))[which])),
  )

const listMoved = (db: Db, { dataIDs: dataIds, entities }: ChangeOf<'unit-moved'>) =>
  createAlertMoveStore(db).list({ dataIds, entities })

function toThings<T extends { readonly alertId: string; readonly name: string; readonly entity: EntityId }>(
  alerts: readonly T[],
) {
  const byId = new Map(alerts.map((alert) => [alert.alertId, alert]))
  return Array.from(byId.values(), ({ alertId: id, name, entity }) => ({ id, name, entity }))
}

const HANDED_OVER = outcome<RightsChange['kind']>(
  'is handed to',
  'An alert that none of its owners can see any more on one of its units goes to the admins of its entity, or of the nearest above it, or else to those of the unit. They own it beside the owners who are left, and get a mail. Who can no longer see a triggered alert gets a mail too.',
  finds(async (db, change) => {
    const { people, leaving, after } = await findChangedRights(db, change)
    return toThings(await createAlertOwnerStore(db).listOrphaned(people, { leaving, after }))
  }),
)

const GIVEN_BACK = outcome<RightsChange['kind']>(
  'is handed to',
  'It goes back to its own owners from those who stood in for them, once each of its units has one of its own owners who sees it.',
  finds(async (db, change) => {
    const { people, after } = await findChangedRights(db, change)
    return toThings(await createAlertOwnerStore(db).listRegained(people, after))
  }),
)

const OTHER_OWNERS = outcome<RightsChange['kind']>(
  'changed',
  'It continues with its other owners.',
  finds(async (db, change) => {
    const { people, leaving, after } = await findChangedRights(db, change)
    return toThings(await createAlertOwnerStore(db).listKept(people, { leaving, after }))
  }),
)
