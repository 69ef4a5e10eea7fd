import { kept } from '@fieldwatch/messages/server-sentences'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Applied, Made, Notice } from '#delivery/consequences/declaration.ts'
import { type Addressee, nameOf } from '#people/access/addressee.ts'
import { createPersonStore } from '#people/access/person-store.ts'
import type { Db } from '#platform/database/database.ts'
import { notifyReceivers } from './alert-end-store.ts'
import { createAlertMoveStore, type LeavingAlert } from './alert-move-store.ts'
import { createAlertOwnerStore, type OwnedAlert } from './alert-owner-store.ts'
import { endAlerts, type Publishing, tell } from './end-alerts.ts'
import { ALERTS } from './follower.ts'
import { createRecipientStore } from './recipient-store.ts'
import { notifyOfBeginning } from './save-judged.ts'
import { noLongerFollowed, recordAlert } from './settle-owners.ts'

/** Alerts follow units that move, so that each has an owner who can see its units. */
export async function moveAlerts(parts: Publishing, tx: Db, made: Made<'unit-moved'>): Promise<Applied> {
  const { change, now, caller } = made
  const moving = { dataIds: change.dataIDs, entities: change.entities }
  const store = createAlertMoveStore(tx)
  const { leaving, staying } = await store.list(moving)
  const why = { reason: made.reason(kept), now }
  await notifyReceivers(
    tx,
    staying.filter(({ isOfEntity }) => !isOfEntity),
    why,
  )
  await notifyOfBeginning(tx, staying.filter(isNewToEntity), now)
  const losing = await store.listLosing(moving)
  const notices = losing.map(noLongerFollowed)
  const heirs = change.alerts === 'end' ? undefined : await findHeirs(tx, change.entities)
  if (heirs === undefined) {
    const ended = await endAlerts(parts, tx, leaving, made)
    return { notices: [...notices, ...(ended.notices ?? [])], ...(ended.publish && { publish: ended.publish }) }
  }
  await notifyReceivers(
    tx,
    leaving.filter(({ entity, isWhole }) => entity !== heirs.entity || !isWhole),
    why,
  )
  await createRecipientStore(tx).forget(losing)
  const owners = heirs.people.map(({ userId }) => userId)
  const names = heirs.people.map(nameOf)
  const reason = `${made.reason(kept)}\n${kept('mails.handed-over', { names: names.join(', ') })}`
  const given: OwnedAlert[] = []
  const begun: Pick<LeavingAlert, 'alertId' | 'dataId'>[] = []
  for (const [alertId, units] of Map.groupBy(leaving, (one) => one.alertId)) {
    const [first] = units
    if (first === undefined) continue
    const to = { entity: heirs.entity, owners, now }
    const dataIds = units.map(({ dataId }) => dataId)
    const id = first.isWhole ? alertId : await store.split(alertId, dataIds, to, moving)
    if (first.isWhole) await store.give(alertId, to, moving)
    if (first.entity !== heirs.entity || !first.isWhole || isNewToEntity(first))
      begun.push(...dataIds.map((dataId) => ({ alertId: id, dataId })))
    await createAlertOwnerStore(tx).noteHandOver(id, { reason, now, by: caller.userId })
    const alert = { alertId: id, entity: heirs.entity, name: first.name }
    await recordAlert(tx, caller, {
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
  await notifyOfBeginning(tx, begun, now)
  return {
    notices,
    publish: () => {
      tell(parts, given)()
      parts.bus.publish('followers-changed', { consumer: ALERTS })
    },
  }
}

/** Units that their entity did not have before bring their alerts along: its receivers learn of those that are triggered. */
export async function shareAlerts(tx: Db, { change, now }: Made<'unit-shared'>): Promise<void> {
  const { leaving, staying } = await createAlertMoveStore(tx).list({
    dataIds: change.dataIDs,
    entities: change.entities,
  })
  await notifyOfBeginning(tx, [...leaving, ...staying].filter(isNewToEntity), now)
}

/** Whether the receivers of its entity get nothing of the alert on the unit yet. */
const isNewToEntity = ({ wasOfEntity, isOfEntity }: Pick<LeavingAlert, 'wasOfEntity' | 'isOfEntity'>): boolean =>
  isOfEntity && !wasOfEntity

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
