import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { listAlerts, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { updateUsers } from '@fieldwatch/contract/people/users'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { updateUnits } from '@fieldwatch/contract/units/unit-jobs'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { sql } from 'kysely'
import { catchUpReceivers } from '#features/alerts/receiver-catch-up-store.ts'
import { addReceiver } from '#testing/add-receiver.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createHotFleets, type HotFleet } from './testing/hot-fleets.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
const { alerts, alertTimers } = features
const top = await buildEntity(db)
const mover = await signInAs({ role: 'admin', entity: top })

const { buildFleet, succeed } = createHotFleets({ app, call, clock, db, features, signInAs, top })

const listFor = async (as: SignedInUser) => (await succeed(call(listAlerts, { as, query: { all: 'true' } }))).details

const mailsTo = async ({ email }: SignedInUser) =>
  db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', email).orderBy('createdAt').execute()

const move = ({ moving, south }: HotFleet, alerts?: 'hand over' | 'end') =>
  succeed(call(administerUnit, { as: mover, params: { dataID: moving.dataId }, body: { entities: [south], alerts } }))

describe('an alert whose owner was replaced and sees its unit again', () => {
  for (const [title, entitiesOf] of [
    ['as it moves', ({ south }) => [south]],
    ['as it is shared', ({ north, south }) => [north, south]],
  ] satisfies [string, (fleet: HotFleet) => EntityId[]][]) {
    it(`has both as owners ${title}: who stood in keeps it, and nobody is mailed twice`, async () => {
      const fleet = await buildFleet({ units: 1 })
      const { north, south, owner, moving } = fleet
      const standIn = await signInAs({ role: 'admin', entity: north })
      await succeed(call(updateUsers, { as: mover, body: { userUID: owner.userId, entity: south } }))
      const [handedOver] = await mailsTo(standIn)

      await succeed(
        call(administerUnit, { as: mover, params: { dataID: moving.dataId }, body: { entities: entitiesOf(fleet) } }),
      )

      assert.match(handedOver?.subject ?? '', /own/)
      const { rows } = await sql<{ userId: string }>`
        select user_id from alert_person join alert on alert.id = alert_id
        where owns and user_id = any (${[owner.userId, standIn.userId]})`.execute(db)
      assert.deepEqual(new Set(rows.map((row) => row.userId)), new Set([owner.userId, standIn.userId]))
    })
  }
})

describe('an alert on a unit that moves out of the reach of its owners', () => {
  it('goes to the admins of the new entity with its state, and stays on the other units', async () => {
    const fleet = await buildFleet()
    const { moving, south, owner, southAdmin, alertID } = fleet
    const change = { kind: 'unit-moved', dataIDs: [moving.dataId], entities: [south] } as const
    const { things } = (await succeed(call(listConsequences, { as: mover, body: { change } }))).details

    await move(fleet)
    const [theirs, ...others] = await listFor(southAdmin)

    assert.deepEqual(
      things.filter(({ kind }) => kind === 'alert').map(({ id, follows }) => [id, follows]),
      [[alertID, 'is handed to']],
    )
    assert.deepEqual(others, [])
    assert.deepEqual(theirs?.owners, [southAdmin.userId])
    assert.deepEqual(
      theirs?.states.map(({ dataID, status, comment }) => [dataID, status, comment]),
      [[moving.dataId, 'high', 'On my way']],
    )
    assert.deepEqual(
      (await listFor(owner)).map((alert) => [alert.id, alert.states.map(({ dataID }) => dataID)]),
      [[alertID, [fleet.staying.dataId]]],
    )
    const { history } = (
      await succeed(call(listAlertHistory, { as: southAdmin, query: { alertID: theirs?.id ?? alertID } }))
    ).details
    assert.deepEqual(
      history.map(({ happening }) => happening),
      ['handed-over', 'acknowledged', 'high'],
    )
  })

  it('tells its former owners that they no longer follow it, and its new ones that it is triggered', async () => {
    const fleet = await buildFleet()

    await move(fleet)

    const [toOwner, ...more] = await mailsTo(fleet.owner)
    assert.deepEqual(more, [])
    assert.equal(toOwner?.subject, 'Alerts that you no longer follow')
    assert.match(toOwner?.body ?? '', /You no longer follow the alert “Hot” on Pump 1\./)
    const [toAdmin] = await mailsTo(fleet.southAdmin)
    assert.equal(toAdmin?.subject, 'You own alerts now')
    assert.match(toAdmin?.body ?? '', /You now own the alert “Hot”, which is triggered\./)
    assert.match(toAdmin?.body ?? '', /The unit Pump 1 moved to another entity\. By user-/)
  })

  it('is judged further: an all-clear reaches the new owners', async () => {
    const fleet = await buildFleet()
    await move(fleet)
    await db.deleteFrom('outbox').execute()

    clock.advance(1_000)
    await sendRecords(app, fleet.moving, 'room', { temp: 4 })
    await alerts.run()
    await alertTimers.run()

    assert.deepEqual(
      (await listFor(fleet.southAdmin)).flatMap(({ states }) => states.map(({ status }) => status)),
      ['ok'],
    )
    assert.deepEqual(await mailsTo(fleet.owner), [])
  })

  it('keeps its id where it watches nothing else', async () => {
    const fleet = await buildFleet({ units: 1 })

    await move(fleet)

    assert.deepEqual(
      (await listFor(fleet.southAdmin)).map(({ id, owners }) => [id, owners]),
      [[fleet.alertID, [fleet.southAdmin.userId]]],
    )
    assert.deepEqual(await listFor(fleet.owner), [])
  })

  it('ends there instead if whoever moves the unit wants that', async () => {
    const fleet = await buildFleet({ units: 1 })

    await move(fleet, 'end')

    assert.deepEqual(await listFor(fleet.southAdmin), [])
    const [ended] = await listFor(mover).then((all) => all.filter(({ id }) => id === fleet.alertID))
    assert.equal(ended?.states[0]?.ended, 'The unit Pump 1 moved to another entity.')
  })

  it('goes along in a change of many units too', async () => {
    const fleet = await buildFleet({ units: 1 })
    const change = { kind: 'entities' as const, how: 'set' as const, entities: [fleet.south] }

    await succeed(call(updateUnits, { as: mover, body: { dataIDs: [fleet.moving.dataId], change } }))
    await features.unitJobs.run()

    assert.deepEqual(
      (await listFor(fleet.southAdmin)).map(({ id }) => id),
      [fleet.alertID],
    )
  })

  it('stays as it is where an owner can see the unit afterwards', async () => {
    const fleet = await buildFleet({ units: 1 })
    await db.insertInto('alertPerson').values({ alertId: fleet.alertID, userId: mover.userId, owns: true }).execute()

    await move(fleet)

    const [kept] = (await listFor(mover)).filter(({ id }) => id === fleet.alertID)
    assert.deepEqual(kept?.owners.toSorted(), [fleet.owner.userId, mover.userId].toSorted())
  })
})

describe('people and receivers that can no longer see a triggered alert', () => {
  it('get its end when a person moves to another entity, and no more of it', async () => {
    const fleet = await buildFleet()
    await signInAs({ role: 'admin', entity: fleet.north })

    await succeed(call(updateUsers, { as: mover, body: { userUID: fleet.owner.userId, entity: fleet.south } }))

    const [mail, ...others] = await mailsTo(fleet.owner)
    assert.deepEqual([mail?.subject, others], ['Alerts that you no longer follow', []])
    assert.match(mail?.body ?? '', /You no longer follow the alert “Hot” on Pump 1\./)
    assert.doesNotMatch(mail?.body ?? '', /Pump 2/)
  })

  it('are told that once, and that it is still triggered when they can see it again', async () => {
    const fleet = await buildFleet({ acknowledged: false })
    const { owner, north, south } = fleet
    const west = await buildEntity(db, { parentId: top, name: 'West' })
    for (const entity of [north, west]) await signInAs({ role: 'admin', entity })

    for (const entity of [south, west, north])
      await succeed(call(updateUsers, { as: mover, body: { userUID: owner.userId, entity } }))
    clock.advance(61_000)
    await alertTimers.run()

    const subjects = (await mailsTo(owner)).map(({ subject }) => subject)
    assert.deepEqual(subjects, ['Alerts that you no longer follow', 'Still triggered: Hot on Pump 1'])
  })

  it('are told once more when the unit comes back to them', async () => {
    const fleet = await buildFleet({ acknowledged: false })
    const { alertID, owner, moving, north } = fleet
    await db.insertInto('alertPerson').values({ alertId: alertID, userId: mover.userId, owns: true }).execute()

    await move(fleet)
    await succeed(call(administerUnit, { as: mover, params: { dataID: moving.dataId }, body: { entities: [north] } }))
    clock.advance(61_000)
    await alertTimers.run()

    const subjects = (await mailsTo(owner)).map(({ subject }) => subject)
    assert.deepEqual(subjects, ['Alerts that you no longer follow', 'Still triggered: Hot on Pump 1'])
  })

  it('are told when they are taken out, and anew when the alert is theirs again', async () => {
    const { alertID, owner, north } = await buildFleet({ acknowledged: false })
    const viewer = await signInAs({ entity: north })
    const share = async (viewers: SignedInUser['userId'][]) => {
      await succeed(call(updateAlert, { as: owner, body: { alertID, viewers } }))
      clock.advance(61_000)
      await alertTimers.run()
    }

    await share([viewer.userId])
    await share([])
    await share([viewer.userId])

    const mails = await mailsTo(viewer)
    const [left, ...triggered] = mails.map(({ subject }) => subject).sort()
    assert.equal(left, 'Alerts that you no longer follow')
    assert.deepEqual(triggered, ['Still triggered: Hot on Pump 1', 'Still triggered: Hot on Pump 1'])
    const body = mails.find(({ subject }) => subject === left)?.body ?? ''
    assert.match(body, /You were taken out of an alert that is triggered\./)
    assert.match(body, /You no longer follow the alert “Hot” on Pump 1\./)
  })

  it('get its end when a viewer loses the sub-entities', async () => {
    const fleet = await buildFleet()
    const viewer = await signInAs({ entity: top, permissions: ['viewSubentities'] })
    await db.insertInto('alertPerson').values({ alertId: fleet.alertID, userId: viewer.userId, owns: false }).execute()
    await sql`update alert_unit set informed = informed || ${viewer.userId}::text where status = 'high'`.execute(db)
    await succeed(call(updateUsers, { as: mover, body: { userUID: viewer.userId, permissions: [] } }))
    const [mail] = await mailsTo(viewer)

    assert.match(mail?.body ?? '', /You no longer follow the alert “Hot” on Pump 1\./)
  })

  it('get its end when the unit moves away, also where the alert stays', async () => {
    for (const stays of [false, true]) {
      const fleet = await buildFleet()
      const { alertID, north, moving } = fleet
      const receiver = await addReceiver(db, north)
      await catchUpReceivers(db, { entity: north, receiver, now: clock() })
      await alertTimers.run()
      if (stays)
        await db.insertInto('alertPerson').values({ alertId: alertID, userId: mover.userId, owns: true }).execute()

      await move(fleet)
      await alertTimers.run()

      const { rows } = await sql<{ kind: string; state: string; units: string[] }>`
        select kind, state, units from alert_notification where channel = 'webhook' and entity_id = ${north}`.execute(
        db,
      )
      assert.deepEqual(
        rows.map(({ kind, units }) => [kind, units]),
        [
          ['alarm', [moving.dataId]],
          ['ended', [moving.dataId]],
        ],
        stays ? 'stays' : 'moves',
      )
    }
  })
})
