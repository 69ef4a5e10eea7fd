import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import type { DataId, TemplateId } from '@fieldwatch/contract/api/ids'
import { createEvent, getEventReport } from '@fieldwatch/contract/events/events'
import { addNote, getNotePicture, listNotes, uploadNotePicture } from '../contract/notes.ts'
import { exportData } from '@fieldwatch/contract/telemetry/data'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { buildPicture } from '@fieldwatch/server/testing/build-picture'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { type Answer, createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const { app, call, db, features, signInAs } = await createTestApp({ database })
const entity = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })
const colleague = await signInAs({ entity })
const stranger = await signInAs({ role: 'admin' })

const TEXT = 'Pump replaced after the flood'
/** The day before the clock of the tests, 2026-03-01T12:00. */
const AT = '2026-02-28T08:00:00.000Z'
const DAY = { from: '2026-02-28T00:00:00Z', to: '2026-03-01T00:00:00Z' }

async function buildTank(): Promise<DataId> {
  const template = 'noted-tank' as TemplateId
  const specifications = { tank: [{ field: 'level', friendlyName: 'Level', unit: 'm' }] } as never
  const definition = {
    title: 'Tank',
    timeSeries: { charts: [{ title: 'Levels', type: 'timeseries' as const, specifications }] },
  }
  await createTemplateStore(db).create({ id: template, entityId: entity, definition })
  const unit = await buildUnit(db, { entity, defaultTemplate: template })
  await sendRecords(app, unit, 'location', { messageUTC: '2026-02-28T07:00:00Z', lat: 48, lon: 11 })
  await sendRecords(app, unit, 'tank', [
    { messageUTC: '2026-02-28T07:50:00Z', level: 9 },
    { messageUTC: '2026-02-28T08:10:00Z', level: 9 },
    { messageUTC: '2026-02-28T08:20:00Z', level: 1 },
  ])
  const event = { name: 'Full', comparison: 'tank.level > 5', startDate: '2026-01-01', values: [] }
  await call(createEvent, { as: admin, body: { dataID: unit.dataId, ...event } })
  await features.events.run()
  return unit.dataId
}

/** What a place shows to a person, as text; the code of the refusal where it shows nothing at all. */
async function shown<E extends AnyEndpoint>(answer: Promise<Answer<E>>): Promise<string> {
  const { status, failure, response } = await answer
  return status === 200 ? response.payload : failure.code
}

/** Every place where a note shows, as its screens and files ask for it. */
function placesOf(dataID: DataId, noteID: number) {
  const notes = (query: object) => (as: SignedInUser) => shown(call(listNotes, { as, query }))
  const occurrence = { from: '2026-02-28T07:50:00Z', to: '2026-02-28T08:10:00.001Z' }
  return {
    chart: notes({ dataID, ...DAY, limit: 500 }),
    'map of the dashboard': notes({ placed: 'true', from: DAY.from, limit: 500 }),
    'map of the unit': notes({ dataID, placed: 'true', ...DAY }),
    'replay of the dashboard': notes({ ...DAY, limit: 500 }),
    event: notes({ dataID, ...occurrence }),
    'alert history': notes({ dataID, from: '2026-02-28T07:00:00Z', to: '2026-02-28T09:00:00Z' }),
    search: notes({ text: 'after the flood' }),
    'CSV of a source': (as: SignedInUser) =>
      shown(call(exportData, { as, params: { dataID, file: 'tank.csv' }, query: { ...DAY, notes: 'true' } })),
    'CSV of events': (as: SignedInUser) =>
      shown(call(getEventReport, { as, query: { dataID, name: 'Full', notes: 'true' } })),
    picture: async (as: SignedInUser) => {
      const answer = await call(getNotePicture, { as, params: { noteID }, query: {} })
      return answer.status === 200 ? `${answer.response.headers['content-type']} ${TEXT}` : answer.failure.code
    },
  }
}

describe('one note with a picture', () => {
  it('is in all of its places for who sees the unit, and in none for a person of another entity', async () => {
    const dataID = await buildTank()
    const { upload } = (await call(uploadNotePicture, { as: colleague, body: { dataID, file: await buildPicture() } }))
      .body.details
    const body = { dataID, startUTC: AT, text: TEXT, picture: { upload, alt: 'The new pump' } }
    const { noteID } = (await call(addNote, { as: colleague, body })).body.details

    for (const [place, look] of Object.entries(placesOf(dataID, noteID))) {
      for (const person of [colleague, admin]) assert.ok((await look(person)).includes(TEXT), place)
      assert.ok(!(await look(stranger)).includes('flood'), place)
    }
    const plain = await shown(call(exportData, { as: admin, params: { dataID, file: 'tank.csv' }, query: DAY }))
    assert.deepEqual([plain.split('\r\n').length, plain.includes(TEXT)], [5, false])
  })
})
