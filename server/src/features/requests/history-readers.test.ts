import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rehearseAlert } from '@fieldwatch/contract/alerts/alert-rehearsal'
import { createAlert, listAlerts, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { createCalculation, updateCalculation } from '@fieldwatch/contract/calculations/calculations'
import { getEventSummary } from '@fieldwatch/contract/events/event-summary'
import {
  createEvent,
  getEventReport,
  listEventBands,
  listEvents,
  listEventTags,
  refreshEvent,
  removeEvent,
} from '@fieldwatch/contract/events/events'
import { buildUnit, sourceName } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, db, signInAs } = await createTestApp({ database })
const admin = await signInAs({ role: 'admin' })
const viewer = await signInAs({ entity: admin.entity })
const unit = await buildUnit(db, { entity: admin.entity })
const { dataId: dataID } = unit
const source = sourceName('action_result')
await sendRecords(app, unit, source, [{ action_id: 7, actionClass: 'Unit', action: 'Ping', status: 'OK' }])
await sendRecords(app, unit, 'level', { value: 1 })

const condition = { field: 'action_id', operator: 'greater than', constant: 1 } as const
const of = { source, field: 'action_id' } as const
const rule = { dataID, unit: 'm', startDate: '2026-01-01', values: [of] }
const table = { dataID, comparison: 'action_result.action_id > 1', startDate: '2026-01-01' }
const range = { startDate: '2026-01-01', endDate: '2026-02-01' }
const watched = { name: 'Requests', devices: [dataID], source, condition }

await call(createEvent, { as: admin, body: { ...table, name: 'requests' } })
const named = { dataID, name: 'requests' }
await call(createCalculation, {
  as: admin,
  body: { ...rule, name: 'ids', equation: 'action_result.action_id' },
})
const own = await call(createAlert, {
  as: viewer,
  body: { ...watched, source: 'level', condition: { ...condition, field: 'value' } },
})
const { alertID } = own.body.details
const shared = await call(createAlert, { as: admin, body: { ...watched, viewers: [viewer.userId] } })

/** What names the history of requests. */
const ASKS: Readonly<Record<string, (as: SignedInUser) => Promise<{ status: number }>>> = {
  'a rehearsal': (as) => call(rehearseAlert, { as, body: { devices: [dataID], source, condition } }),
  'a new alert': (as) => call(createAlert, { as, body: watched }),
  'a changed alert': (as) => call(updateAlert, { as, body: { alertID, source, condition, owners: [as.userId] } }),
  'a new calculated source': (as) =>
    call(createCalculation, {
      as,
      body: { ...rule, name: `of-${as.userId}`, equation: 'action_result.action_id' },
    }),
  'a changed calculated source': (as) =>
    call(updateCalculation, { as, body: { ...rule, name: 'ids', equation: 'action_result.action_id * 2' } }),
  'a new event table': (as) => call(createEvent, { as, body: { ...table, name: 'own' } }),
  'a new event table with a value of it': (as) =>
    call(createEvent, { as, body: { ...table, name: 'valued', comparison: 'level.value > 1', values: [of] } }),
  'the occurrences of an event table': (as) => call(listEvents, { as, query: { ...named } }),
  'the bands of an event table': (as) => call(listEventBands, { as, query: { ...named, ...range } }),
  'the summary of an event table': (as) => call(getEventSummary, { as, query: { ...named } }),
  'the tags of an event table': (as) => call(listEventTags, { as, query: { ...named } }),
  'the report of an event table': (as) => call(getEventReport, { as, query: { ...named } }),
  'a refreshed event table': (as) => call(refreshEvent, { as, body: named }),
}

describe('the history of requests', () => {
  for (const [name, ask] of Object.entries(ASKS)) {
    it(`is not shown to a viewer by ${name}`, async () => {
      assert.equal((await ask(viewer)).status, 403)
      assert.equal((await ask(admin)).status, 200)
    })
  }

  it('is in no list of event tables and no alert of a viewer', async () => {
    const tables = async (as: SignedInUser) => {
      const { details } = (await call(listEvents, { as, query: { dataID } })).body
      return 'tables' in details ? details.tables.map((one) => one.name) : []
    }
    const history = await call(listAlertHistory, { as: viewer, query: { alertID: shared.body.details.alertID } })

    assert.deepEqual(await tables(viewer), [])
    assert.ok((await tables(admin)).includes('requests'))
    assert.equal(history.failure.code, 'alert/not-found')
    assert.ok((await call(listAlerts, { as: admin, query: {} })).body.details.length > 1)
  })

  it('stays with a viewer who would remove an event table of it', async () => {
    assert.equal((await call(removeEvent, { as: viewer, body: named })).status, 403)
  })
})
