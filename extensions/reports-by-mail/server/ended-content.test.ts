import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCalculation, removeCalculation } from '@fieldwatch/contract/calculations/calculations'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { createEvent } from '@fieldwatch/contract/events/events'
import { putTemplate } from '@fieldwatch/contract/templates/templates'
import { succeed } from '@fieldwatch/server/features/consequences/testing/succeed'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { createReportSchedule, listReportSchedules } from '../contract/report-schedules.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
const rhythm = { every: 'day', hour: 6, timeZone: 'UTC' } as const

describe('a scheduled report of a chart whose only source is deleted', () => {
  it('pauses with the reason and a mail, as the dialog says', async () => {
    const admin = await signInAs({ role: 'admin' })
    const unit = await buildUnit(db, { entity: admin.entity, friendlyName: 'Cold store' })
    const { dataId: dataID } = unit
    await sendRecords(app, unit, 'room', { temp: 4 })
    const startDate = new Date(clock() - 60_000).toISOString()
    const values = [{ source: 'room', field: 'temp' }]
    const warm = { dataID, name: 'warm', equation: 'room.temp * 2', unit: '°C', startDate, values }
    await succeed(call(createCalculation, { as: admin, body: warm }))
    await features.calculations.run()
    const specifications = { warm: [{ field: 'value', friendlyName: 'Warmth' }] }
    const timeSeries = { charts: [{ title: 'Warmth', type: 'timeseries' as const, specifications }] }
    await succeed(call(putTemplate, { as: admin, body: { dataID, template: { title: 'Charts', timeSeries } } }))
    const schedule = { dataID, name: 'Warm days', content: { kind: 'chart', chart: 'Warmth' } as const, rhythm }
    await succeed(call(createReportSchedule, { as: admin, body: { ...schedule, recipients: [admin.userId] } }))
    const change = { kind: 'source-deleted', dataID, source: 'warm' } as const
    const { things } = (await succeed(call(listConsequences, { as: admin, body: { change } }))).details

    await succeed(call(removeCalculation, { as: admin, body: { dataID, name: 'warm' } }))

    assert.deepEqual(
      things.flatMap(({ kind, follows, name }) => (kind === 'scheduled report' ? [[follows, name]] : [])),
      [['pauses', 'Warm days']],
    )
    const { schedules } = (await call(listReportSchedules, { as: admin, query: { dataID } })).body.details
    assert.deepEqual(
      schedules.map(({ active, stopped }) => [active, stopped]),
      [[false, 'The source warm of Cold store was deleted.']],
    )
    const mails = await db.selectFrom('outbox').select('body').where('recipient', '=', admin.email).execute()
    assert.equal(mails.filter(({ body }) => body.includes('“Warm days” is paused')).length, 1)
  })
})

describe('the history of requests', () => {
  it('is not sent to a viewer in a report of an event table', async () => {
    const admin = await signInAs({ role: 'admin' })
    const viewer = await signInAs({ entity: admin.entity })
    const unit = await buildUnit(db, { entity: admin.entity })
    const { dataId: dataID } = unit
    await sendRecords(app, unit, 'action_result', [{ action_id: 7, actionClass: 'Unit', action: 'Ping', status: 'OK' }])
    const table = { dataID, name: 'requests', comparison: 'action_result.action_id > 1', startDate: '2026-01-01' }
    await succeed(call(createEvent, { as: admin, body: table }))
    const ask = async (as: SignedInUser) => {
      const content = { kind: 'events', event: 'requests', report: 'raw_data' } as const
      const body = { dataID, name: 'Daily', content, rhythm, recipients: [as.userId] }
      return (await call(createReportSchedule, { as, body })).status
    }

    assert.equal(await ask(viewer), 403)
    assert.equal(await ask(admin), 200)
  })
})
