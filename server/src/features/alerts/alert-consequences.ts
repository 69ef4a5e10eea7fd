import { kept, notSent, say } from '@fieldwatch/messages/server-sentences'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { ChangeKind, ChangeOf } from '@fieldwatch/contract/consequences/changes'
import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import {
  type Affected,
  type Applied,
  type Find,
  type Made,
  type Notice,
  only,
  outcome,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'
import { finds } from '#delivery/consequences/listed.ts'
import { heldByEntity } from '#delivery/consequences/affected-store.ts'
import type { Recipient } from '#delivery/mail/queue-mail.ts'
import type { StoredEventTable } from '#features/events/event-store.ts'
import type { TableFollowers } from '#features/events/table-followers.ts'
import { findTablesOnPlaces, previewTablesOnPlaces, type TablesOnPlaces } from '#features/events/tables-on-places.ts'
import { mayReach } from '#people/access/access-policy.ts'
import { type Addressee, nameOf } from '#people/access/addressee.ts'
import { elsewhere, findChangedRights, type RightsChange } from '#people/access/changed-rights.ts'
import { createPersonStore } from '#people/access/person-store.ts'
import { type AuditedChange, createAuditStore } from '#platform/audit/audit-store.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import { listEntitiesBelow } from '#platform/database/entities-below.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import { alertsWithOtherOwners, watchingAlerts } from './affected-alert-store.ts'
import { createAlertEndStore, notifyWebhooks, type WatchingAlert } from './alert-end-store.ts'
import { createFollowedTableStore } from './followed-table-store.ts'
import { createAlertMoveStore } from './alert-move-store.ts'
import { ALERTS } from './follower.ts'
import { createAlertOwnerStore, type OwnedAlert } from './alert-owner-store.ts'
import { createNotificationReachStore } from './recipient-store.ts'
import { listLosing, notifyOfEnd } from './save-judged.ts'

interface Parts {
  readonly bus: Pick<Bus, 'publish'>
  readonly tableFollowers: TableFollowers
}

type EndingKind = 'source-deleted' | 'source-moved' | 'event-table-deleted'

/** What follows for alerts. */
export function createAlertRow({ bus, tableFollowers }: Parts): Row {
  const tell = (alerts: readonly { readonly alertId: OwnedAlert['alertId'] }[]) => () => {
    for (const { alertId } of alerts) bus.publish('alert-changed', { alertId })
  }

  /** Ends alerts on units, keeps the reason with each, and tells their owners. */
  async function end(
    tx: Db,
    alerts: readonly WatchingAlert[],
    { reason: sentence, caller: { userId }, now }: Made<ChangeKind>,
  ): Promise<Applied> {
    const reason = sentence(kept)
    const store = createAlertEndStore(tx)
    await store.end(alerts, { reason, now, by: userId })
    await createAuditStore(tx).recordAll(
      alerts.map(({ alertId, entity, name, dataId }) => {
        const subject = { subjectKind: 'alert', subjectId: alertId, after: { name, dataID: dataId, reason } }
        return { at: now, userId, ...subject, entityId: entity, action: 'end alert' }
      }),
    )
    const names = new Map(alerts.map(({ alertId, name }) => [alertId, name]))
    const owners = await store.listOwners([...names.keys()])
    const notices = owners.map(({ alertId, ...owner }): Notice => {
      const text: Sentence = (t) => t('mails.alert-ended', { alert: names.get(alertId) ?? '' })
      return { ...owner, about: 'ended', text }
    })
    return {
      notices,
      publish: () => {
        for (const { alertId, dataId } of alerts) bus.publish('alert-changed', { alertId, dataId })
      },
    }
  }

  /** An alert continues for the other units that it watches. */
  async function leaveUnits(tx: Db, made: Made<'unit-deleted'>): Promise<Applied> {
    const reason = made.reason(kept)
    const alerts = []
    for (const dataId of made.change.dataIDs)
      alerts.push(...(await createAlertEndStore(tx).leaveUnit(dataId, reason, made.now)))
    const byId = new Map(alerts.map((alert) => [alert.alertId, alert]))
    const owners = await createAlertEndStore(tx).listOwners([...byId.keys()])
    const notices = owners.map(({ alertId, ...owner }): Notice => {
      const { name: alert = '', ends = false } = byId.get(alertId) ?? {}
      const text: Sentence = (t) => (ends ? t('mails.alert-ended', { alert }) : t('mails.alert-continues', { alert }))
      return { ...owner, about: 'ended', text }
    })
    return { notices, publish: tell(alerts) }
  }

  /**
   * An alert of which no owner can be notified goes to a chosen person, otherwise to the admins of its entity or of the nearest entity above
   * it that has some. These replace them until one of its own owners is back.
   */
  async function settle(tx: Db, made: Made<RightsChange['kind']>): Promise<Applied> {
    const { people } = await findChangedRights(tx, made.change)
    const handedOver = await handOver(tx, made, people)
    const losing = await listLosing(tx, people)
    const givenBack = made.change.kind === 'person-deleted' ? undefined : await giveBack(tx, made, people)
    return {
      notices: [...handedOver.notices, ...(givenBack?.notices ?? []), ...losing.map(noLongerFollowed)],
      publish: tell([...handedOver.alerts, ...(givenBack?.alerts ?? [])]),
    }
  }

  /** Alerts follow units that move, so that each has an owner who can see its units. */
  async function move(tx: Db, made: Made<'unit-moved'>): Promise<Applied> {
    const { change, now, caller } = made
    const moving = { dataIds: change.dataIDs, entities: change.entities }
    const store = createAlertMoveStore(tx)
    const { leaving, staying } = await store.list(moving)
    const why = { reason: made.reason(kept), now }
    await notifyWebhooks(
      tx,
      staying.filter(({ isOfEntity }) => !isOfEntity),
      why,
    )
    const losing = await store.listLosing(moving)
    const notices = losing.map(noLongerFollowed)
    const heirs = change.alerts === 'end' ? undefined : await findHeirs(tx, change.entities)
    if (heirs === undefined) {
      const ended = await end(tx, leaving, made)
      return { notices: [...notices, ...(ended.notices ?? [])], ...(ended.publish && { publish: ended.publish }) }
    }
    await notifyWebhooks(
      tx,
      leaving.filter(({ entity }) => entity !== heirs.entity),
      why,
    )
    const owners = heirs.people.map(({ userId }) => userId)
    const names = heirs.people.map(nameOf)
    const reason = `${made.reason(kept)}\n${kept('mails.handed-over', { names: names.join(', ') })}`
    const given: OwnedAlert[] = []
    for (const [alertId, units] of Map.groupBy(leaving, (one) => one.alertId)) {
      const [first] = units
      if (first === undefined) continue
      const to = { entity: heirs.entity, owners, now }
      const dataIds = units.map(({ dataId }) => dataId)
      const id = first.isWhole ? alertId : await store.split(alertId, dataIds, to, moving)
      if (first.isWhole) await store.give(alertId, to, moving)
      await createAlertOwnerStore(tx).noteHandOver(id, { reason, now, by: caller.userId })
      const alert = { alertId: id, entity: heirs.entity, name: first.name }
      await record(tx, caller, {
        alert,
        at: now,
        action: 'hand over alert',
        after: { name: first.name, owners: names, reason },
      })
      const isTriggered = units.some((unit) => unit.isTriggered)
      const text: Sentence = (t) =>
        t(isTriggered ? 'mails.handed-over.triggered' : 'mails.handed-over.one', { alert: first.name })
      notices.push(...heirs.people.map((person): Notice => ({ ...person, about: 'handed-over', text })))
      given.push(alert, { ...alert, alertId })
    }
    return {
      notices,
      publish: () => {
        tell(given)()
        bus.publish('followers-changed', { consumer: ALERTS })
      },
    }
  }

  /** Before it is deleted. */
  async function remove(tx: Db, { change, reason, caller, now }: Made<'alert-deleted'>): Promise<Applied> {
    const id = change.alertID
    const store = createAlertEndStore(tx)
    const why = { at: now, reason: notSent('not-sent.alert-deleted') }
    await createNotificationReachStore(tx).withdrawAlert(id, why)
    const watching = await store.listOfAlert(id)
    if (await notifyOfEnd(tx, watching, { reason: reason(kept), now })) return {}
    const owners = (await store.listOwners([id])).filter(({ userId }) => userId !== caller.userId)
    const text: Sentence = (t) => t('mails.alert-ended', { alert: watching[0]?.name ?? '' })
    return { notices: owners.map((owner): Notice => ({ ...owner, about: 'ended', text })) }
  }

  const ending = <Kind extends EndingKind>(
    means: string,
    list: (db: Db, change: ChangeOf<NoInfer<Kind>>) => Promise<WatchingAlert[]>,
  ): Affected<Kind> => ({
    ...only(
      'ends',
      means,
      finds(async (db, change) => toThings(await list(db, change))),
    ),
    apply: async (tx, made) => end(tx, await list(tx, made.change), made),
  })

  return {
    'unit-moved': {
      outcomes: [
        outcome(
          'is handed to',
          'One that none of its owners can see any more on the unit goes to the admins of the new entity, with its state and history. On its other units it continues. With `alerts: end` it ends instead. Who loses the unit gets a mail, and webhooks of the former entity the end of one that is triggered.',
          finds(async (db, change) => (change.alerts === 'end' ? [] : toThings((await listMoved(db, change)).leaving))),
        ),
        outcome(
          'ends',
          'It ends on the unit if whoever moves it chooses that.',
          finds(async (db, change) => (change.alerts === 'end' ? toThings((await listMoved(db, change)).leaving) : [])),
        ),
        outcome(
          'continues',
          'It continues to watch the unit if one of its owners can see it afterwards.',
          finds(async (db, change) => toThings((await listMoved(db, change)).staying)),
        ),
      ],
      apply: move,
    },
    'unit-shared': only('continues', 'It continues to watch the unit.'),
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
      apply: leaveUnits,
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
      apply: remove,
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
        return end(tx, await listOfTables(tx, ended), made)
      },
    },
    'person-demoted': { outcomes: [HANDED_OVER], apply: settle },
    'person-moved': { outcomes: [HANDED_OVER], apply: settle },
    'person-disabled': { outcomes: [HANDED_OVER, OTHER_OWNERS], apply: settle },
    'person-enabled': { outcomes: [GIVEN_BACK], apply: settle },
    'person-deleted': { outcomes: [HANDED_OVER, OTHER_OWNERS], apply: settle },
    'entity-disabled': { outcomes: [HANDED_OVER], apply: settle },
    'entity-enabled': { outcomes: [GIVEN_BACK], apply: settle },
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
      apply: async (tx, { change }) => {
        const losing = await createAlertEndStore(tx).listLosing(await listEntitiesBelow(tx, change.entityID))
        const notices = losing.map(({ name: alert, ...person }): Notice => {
          return { ...person, about: 'ended', text: (t) => t('mails.alert-ended', { alert }) }
        })
        return { notices }
      },
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
  finds(async (db, change, reach) =>
    toThings(await listOfTables(db, (await previewTablesOnPlaces(db, change, reach))[which])),
  )

const listMoved = (db: Db, { dataIDs: dataIds, entities }: ChangeOf<'unit-moved'>) =>
  createAlertMoveStore(db).list({ dataIds, entities })

function noLongerFollowed({
  name: alert,
  unitName: unit,
  email,
  firstName,
  language,
}: Required<Recipient> & { readonly name: string; readonly unitName: string }): Notice {
  return {
    email,
    firstName,
    language,
    about: 'no-longer-followed',
    text: (t) => t('mails.alert-left', { alert, unit }),
  }
}

interface Heirs {
  readonly entity: EntityId
  readonly people: readonly Addressee[]
}

/** Who owns alerts on units of some entities from now on; undefined: there is no admin to notify. */
async function findHeirs(tx: Db, entities: readonly EntityId[]): Promise<Heirs | undefined> {
  for (const entity of entities) {
    const people = await createPersonStore(tx).listNearestAdmins(entity, [])
    if (people.length > 0) return { entity, people }
  }
  return undefined
}

function toThings<T extends { readonly alertId: string; readonly name: string; readonly entity: EntityId }>(
  alerts: readonly T[],
) {
  const byId = new Map(alerts.map((alert) => [alert.alertId, alert]))
  return Array.from(byId.values(), ({ alertId: id, name, entity }) => ({ id, name, entity }))
}

const HANDED_OVER = outcome<RightsChange['kind']>(
  'is handed to',
  'An alert of which no owner can be notified any more goes to the admins of its entity, or of the nearest above it. They get a mail. Who can no longer see a triggered alert gets a mail too.',
  finds(async (db, change) => {
    const { people, leaving, after } = await findChangedRights(db, change)
    return toThings(await createAlertOwnerStore(db).listOrphaned(people, { leaving, after }))
  }),
)

const GIVEN_BACK = outcome<RightsChange['kind']>(
  'is handed to',
  'It goes back to its own owners from those who stood in for them.',
  finds(async (db, change) => {
    const { people, after } = await findChangedRights(db, change)
    return toThings(await createAlertOwnerStore(db).listRegained(people, after))
  }),
)

const OTHER_OWNERS = outcome('changed', 'It continues with its other owners.', alertsWithOtherOwners)

interface HandedOver {
  readonly alerts: readonly OwnedAlert[]
  readonly notices: readonly Notice[]
}

async function handOver(
  tx: Db,
  { change, reason, caller, now }: Made<RightsChange['kind']>,
  people: readonly UserId[],
): Promise<HandedOver> {
  const store = createAlertOwnerStore(tx)
  const leaving = change.kind === 'person-deleted' ? people : []
  const to = change.kind === 'person-deleted' ? change.handOverTo : undefined
  const chosen = to === undefined ? undefined : await findChosen(tx, { to, people, reach: caller.reach })
  const alerts = await store.listOrphaned(people, { leaving })
  if (chosen !== undefined) await requireSees(store, chosen, alerts)
  const heirs = new Map<EntityId, readonly Addressee[]>()
  const notices: Notice[] = []
  for (const alert of alerts) {
    const owners =
      chosen === undefined
        ? (heirs.get(alert.entity) ?? (await createPersonStore(tx).listNearestAdmins(alert.entity, leaving)))
        : [chosen]
    heirs.set(alert.entity, owners)
    const names = owners.map(nameOf).join(', ')
    const text = owners.length === 0 ? kept('mails.handed-over.no-admin') : kept('mails.handed-over', { names })
    const userIds = owners.map(({ userId }) => userId)
    const ending = { now, by: caller.userId, reason: `${reason(kept)}\n${text}` }
    await store.handOver(alert.alertId, userIds, { ...ending, standIn: chosen === undefined })
    const after = { name: alert.name, owners: owners.map(nameOf), reason: reason(kept) }
    await record(tx, caller, { alert, at: now, action: 'hand over alert', after })
    // Its own message about that may come up to an hour later, as the one before it may be a minute old.
    const about = alert.isTriggered === true ? 'mails.handed-over.triggered' : 'mails.handed-over.one'
    const sentence: Sentence = (t) => t(about, { alert: alert.name })
    notices.push(...owners.map((owner): Notice => ({ ...owner, about: 'handed-over', text: sentence })))
  }
  return { alerts, notices }
}

async function giveBack(
  tx: Db,
  { caller, now }: Made<RightsChange['kind']>,
  people: readonly UserId[],
): Promise<HandedOver> {
  const store = createAlertOwnerStore(tx)
  const alerts = await store.listRegained(people)
  const reason = kept('mails.given-back')
  const notices: Notice[] = []
  for (const alert of alerts) {
    const former = await store.giveBack(alert.alertId, { now, by: caller.userId, reason })
    const after = { name: alert.name, owners: [], reason }
    await record(tx, caller, { alert, at: now, action: 'give back alert', after })
    const people = (await createPersonStore(tx).listAddressees(former)).filter(({ active }) => active)
    const text: Sentence = (t) => t('mails.given-back.one', { alert: alert.name })
    notices.push(...people.map((one): Notice => ({ ...one, about: 'given-back', text })))
  }
  return { alerts, notices }
}

async function record(
  tx: Db,
  caller: Made<ChangeKind>['caller'],
  { alert: { alertId: id, entity }, ...change }: AuditedChange & { readonly alert: OwnedAlert },
): Promise<void> {
  await createAuditStore(tx).recordChange(caller, { kind: 'alert', id, entity }, change)
}

interface Choice {
  readonly to: UserId
  readonly people: readonly UserId[]
  readonly reach: readonly EntityId[]
}

/** @throws DomainError request/invalid when the person cannot see the units of one of the alerts */
async function requireSees(
  store: ReturnType<typeof createAlertOwnerStore>,
  person: Addressee,
  alerts: readonly OwnedAlert[],
): Promise<void> {
  const ids = alerts.map(({ alertId }) => alertId)
  const [unseen] = await store.listUnseenBy(person.userId, ids)
  if (unseen === undefined) return
  throw invalidField('handOverTo', say('answers.heir-sees-nothing', { name: nameOf(person), alert: unseen.name }))
}

/** @throws DomainError user/not-found, request/invalid */
async function findChosen(tx: Db, { to, people, reach }: Choice): Promise<Addressee> {
  const [person] = await createPersonStore(tx).listAddressees([to])
  if (person === undefined || !mayReach({ reach }, person.entity)) throw new DomainError('user/not-found')
  const message = people.includes(to)
    ? say('answers.heir-deleted')
    : person.active
      ? undefined
      : say('answers.person-disabled', { name: nameOf(person) })
  if (message === undefined) return person
  throw invalidField('handOverTo', message)
}
