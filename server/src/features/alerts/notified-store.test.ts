import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askNotified } from '@fieldwatch/contract/alerts/alert-recipients'
import { createAlert, listAlerts, unsubscribeAlert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, UserId } from '@fieldwatch/contract/api/ids'
import { addReceiver } from '#testing/add-receiver.ts'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const { app, call, clock, db, signInAs } = await createTestApp({ database: await createTestDatabase() })
const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const

/** An alert of one owner of one unit, in an entity of its own. */
async function build() {
  const entity = await buildEntity(db)
  const owner = await signInAs({ role: 'admin', entity })
  const viewer = await signInAs({ entity })
  const unit = await buildUnit(db, { entity })
  await sendRecords(app, unit, 'room', { temp: 1 })
  clock.advance(1_000)
  const body = { name: 'Warm', devices: [unit.dataId], source: 'room', condition, entity }
  const { alertID: id } = (await call(createAlert, { as: owner, body })).body.details
  const isUnheard = async (): Promise<boolean | undefined> =>
    (await call(listAlerts, { as: owner, query: { alertID: id } })).body.details[0]?.notifiesNobody
  const wouldNotifyNobody = async (people: UserId[], alertID?: AlertId): Promise<boolean> => {
    const asked = { entity, source: 'room', devices: [unit.dataId], people, ...(alertID && { alertID }) }
    return (await call(askNotified, { as: owner, body: asked })).body.details.notifiesNobody
  }
  return { entity, owner, viewer, unit, id, isUnheard, wouldNotifyNobody }
}

async function set(person: SignedInUser, values: Record<string, unknown>): Promise<void> {
  await db.updateTable('appUser').set(values).where('id', '=', person.userId).execute()
}

const channels = (emailEnable: boolean, smsEnable: boolean) => ({
  notifications: JSON.stringify({ alerts: { emailEnable, smsEnable } }),
})

describe('an alert that notifies nobody', () => {
  it('is one whose sole owner muted it, until the owner hears of it again', async () => {
    const { owner, id, isUnheard, wouldNotifyNobody } = await build()
    assert.equal(await isUnheard(), false)

    await call(unsubscribeAlert, { as: owner, body: { alertID: id } })
    assert.equal(await isUnheard(), true)
    assert.equal(await wouldNotifyNobody([owner.userId], id), true)

    await call(unsubscribeAlert, { as: owner, body: { alertID: id, subscribe: true } })
    assert.equal(await isUnheard(), false)
  })

  it('is one whose sole owner has neither e-mail nor SMS to a verified number', async () => {
    const { owner, isUnheard, wouldNotifyNobody } = await build()
    for (const [values, unheard] of [
      [channels(false, false), true],
      [{ ...channels(false, true), phone: '' }, true],
      [{ ...channels(false, true), phone: '+15550100' }, false],
      [channels(true, false), false],
    ] as const) {
      await set(owner, values)
      assert.equal(await isUnheard(), unheard, JSON.stringify(values))
      assert.equal(await wouldNotifyNobody([owner.userId]), unheard, JSON.stringify(values))
    }
  })

  it('is none while a viewer hears of it who is active and reaches the unit', async () => {
    const { owner, viewer, wouldNotifyNobody } = await build()
    await set(owner, channels(false, false))
    const people = [owner.userId, viewer.userId]
    assert.equal(await wouldNotifyNobody(people), false)

    await set(viewer, { entity_id: await buildEntity(db) })
    assert.equal(await wouldNotifyNobody(people), true)
  })

  it('is none while a viewer is not disabled', async () => {
    const { owner, viewer, wouldNotifyNobody } = await build()
    await set(owner, channels(false, false))
    await set(viewer, { status: 'disabled' })

    assert.equal(await wouldNotifyNobody([owner.userId, viewer.userId]), true)
  })

  it('is none while its entity has a receiver that is switched on', async () => {
    const { owner, entity, isUnheard } = await build()
    await set(owner, channels(false, false))
    await addReceiver(db, entity)
    assert.equal(await isUnheard(), false)

    await db.updateTable('webhook').set({ active: false }).where('entityId', '=', entity).execute()
    assert.equal(await isUnheard(), true)
  })

  it('says nothing of people and entities out of reach', async () => {
    const [own, other] = [await build(), await build()]

    assert.equal(await own.wouldNotifyNobody([other.owner.userId]), true)
    const foreign = { entity: other.entity, devices: [own.unit.dataId], people: [own.owner.userId] }
    const refusal = async (body: typeof foreign & { alertID?: AlertId }) =>
      (await call(askNotified, { as: own.owner, body })).failure.code
    assert.equal(await refusal(foreign), 'entity/not-found')
    const alert = { ...foreign, entity: own.entity, alertID: other.id }
    assert.equal(await refusal(alert), 'alert/not-found')
  })
})
