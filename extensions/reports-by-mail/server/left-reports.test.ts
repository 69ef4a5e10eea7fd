import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import {
  createReportSchedule,
  listReportSchedules,
  removeReportSchedule,
  sendReport,
  updateReportSchedule,
} from '../contract/report-schedules.ts'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const { call, db, signInAs } = await createTestApp({ database })
const top = await buildEntity(db)
const mover = await signInAs({ role: 'admin', entity: top })

async function succeed<T extends { status: number; body: unknown; failure: unknown }>(
  answer: Promise<T>,
): Promise<T['body']> {
  const { status, body, failure } = await answer
  assert.equal(status, 200, JSON.stringify(failure))
  return body
}

const shownTo = async (as: SignedInUser) =>
  (await succeed(call(listReportSchedules, { as, query: {} }))).details.schedules

/** A report of a unit, of its viewer for herself and one of its admin for both, after the unit moved to another entity. */
async function buildLeft() {
  const north = await buildEntity(db, { parentId: top, name: 'North' })
  const south = await buildEntity(db, { parentId: top, name: 'South' })
  const admin = await signInAs({ role: 'admin', entity: north })
  const nora = await signInAs({ role: 'viewer', entity: north })
  const heir = await signInAs({ role: 'admin', entity: south })
  const template = `left-${north}` as never
  const definition = {
    title: 'Pump',
    timeSeries: { charts: [{ title: 'Temp', type: 'timeseries' as const, specifications: {} }] },
  }
  await createTemplateStore(db).create({ id: template, entityId: top, definition })
  const unit = await buildUnit(db, { entity: north, defaultTemplate: template, friendlyName: 'Pump 1' })
  const rhythm = { every: 'day' as const, hour: 6, timeZone: 'UTC' }
  const made = { dataID: unit.dataId, content: { kind: 'chart' as const, chart: 'Temp' }, rhythm }
  for (const [as, name, people] of [
    [admin, 'For all', [admin, nora]],
    [nora, 'My own', [nora]],
  ] as const) {
    const recipients = people.map(({ userId }) => userId)
    await succeed(call(createReportSchedule, { as, body: { ...made, name, recipients } }))
  }
  const moveTo = (entity: EntityId) =>
    succeed(call(administerUnit, { as: mover, params: { dataID: unit.dataId }, body: { entities: [entity] } }))
  await moveTo(south)
  return { north, admin, nora, heir, moveTo }
}

describe('a scheduled report of a unit that left its entity', () => {
  it('is listed with the reason, and without the unit, for the admins of the entity and for who made it', async () => {
    const { admin, nora, heir } = await buildLeft()

    const seen = (await shownTo(admin)).map(({ name, deviceName, unitInReach, editable, active, awaitsRecipients }) => {
      return { name, deviceName, unitInReach, editable, active, awaitsRecipients }
    })

    const left = { deviceName: '', unitInReach: false, editable: false, active: false, awaitsRecipients: true }
    assert.deepEqual(seen, [
      { name: 'My own', ...left },
      { name: 'For all', ...left },
    ])
    assert.match((await shownTo(admin))[0]?.stopped ?? '', /moved/)
    assert.deepEqual(
      (await shownTo(nora)).map(({ name }) => name),
      ['My own'],
    )
    assert.deepEqual(await shownTo(heir), [])
  })

  it('can be deleted there, and nothing else', async () => {
    const { admin, nora, heir } = await buildLeft()
    const [own, all] = await shownTo(admin)
    const scheduleID = all?.scheduleID ?? 0
    const refusals = [
      await call(updateReportSchedule, { as: admin, body: { scheduleID, active: true } }),
      await call(sendReport, { as: admin, body: { scheduleID } }),
      await call(removeReportSchedule, { as: nora, body: { scheduleID } }),
      await call(removeReportSchedule, { as: heir, body: { scheduleID } }),
    ]

    await succeed(call(removeReportSchedule, { as: admin, body: { scheduleID } }))
    await succeed(call(removeReportSchedule, { as: nora, body: { scheduleID: own?.scheduleID ?? 0 } }))

    assert.deepEqual(
      refusals.map(({ failure }) => failure.code),
      ['access/forbidden', 'access/forbidden', 'schedule/not-found', 'schedule/not-found'],
    )
    assert.deepEqual(await shownTo(admin), [])
  })

  it('is as it was when the unit is back', async () => {
    const { admin, moveTo, north } = await buildLeft()

    await moveTo(north)

    assert.deepEqual(
      (await shownTo(admin)).map(({ deviceName, unitInReach, editable, active }) => [
        deviceName,
        unitInReach,
        editable,
        active,
      ]),
      [
        ['Pump 1', true, true, true],
        ['Pump 1', true, true, true],
      ],
    )
  })
})
