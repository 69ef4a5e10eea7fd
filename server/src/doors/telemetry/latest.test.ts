import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listLastValues, listLatest } from '@fieldwatch/contract/telemetry/data'
import type { SourceName, TemplateId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, call, clock, signInAs } = await createTestApp({ database })
const person = await signInAs()
const unit = await buildUnit(db, { entity: person.entity })
const other = await buildUnit(db, { entity: person.entity })
const foreign = await buildUnit(db)
const NOW = new Date(clock()).toISOString()

await sendRecords(app, unit, 'probe', [
  { messageUTC: '2026-02-01T00:00:01Z', level: 2 },
  { messageUTC: '2026-02-01T00:00:00Z', level: 1 },
])
await sendRecords(app, unit, 'state', { messageUTC: '2026-02-01T00:00:05Z', on: true })
await sendRecords(app, other, 'probe', { messageUTC: '2026-02-02T00:00:00Z', level: 7 })
await sendRecords(app, foreign, 'probe', { level: 99 })

const ask = (body: { dataIDs: string[]; subject?: string }) => call(listLatest, { as: person, body })

describe('POST data/latest', () => {
  it('asks for a sign-in', async () => {
    const answer = await call(listLatest, { body: { dataIDs: [unit.dataId] } })

    assert.equal(answer.failure.code, 'auth/missing-token')
  })

  it('leaves out units of others and units that are not there', async () => {
    const answer = await ask({ dataIDs: [foreign.dataId, 'unknown'] })

    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body.body.details, [])
  })

  it('refuses a question about no unit', async () => {
    assert.equal((await ask({ dataIDs: [] })).failure.code, 'request/invalid')
  })

  it('answers with the newest record of every source', async () => {
    const { body } = await ask({ dataIDs: [unit.dataId, other.dataId] })

    const times = { recieveUTC: NOW }
    const expected = [
      { dataID: unit.dataId, subject: 'probe', record: { messageUTC: '2026-02-01T00:00:01.000Z', ...times, level: 2 } },
      { dataID: unit.dataId, subject: 'state', record: { messageUTC: '2026-02-01T00:00:05.000Z', ...times, on: true } },
      {
        dataID: other.dataId,
        subject: 'probe',
        record: { messageUTC: '2026-02-02T00:00:00.000Z', ...times, level: 7 },
      },
    ]
    const idOf = ({ dataID, subject }: { dataID: string; subject: string }): string => `${dataID}/${subject}`
    const byId = (one: { dataID: string; subject: string }, two: { dataID: string; subject: string }): number =>
      idOf(one) < idOf(two) ? -1 : 1
    assert.deepEqual(body.body.details, expected.sort(byId))
  })

  it('answers for one source of each unit', async () => {
    const { body } = await ask({ dataIDs: [unit.dataId, other.dataId], subject: 'state' })

    assert.deepEqual(
      body.body.details.map(({ subject }) => subject),
      ['state'],
    )
  })

  it('goes back to an older record when the newest one is gone', async () => {
    const tank = await buildUnit(db, { entity: person.entity })
    const levels = async () =>
      (await ask({ dataIDs: [tank.dataId] })).body.body.details.map(({ record }) => record['level'])
    await sendRecords(app, tank, 'probe', [
      { messageUTC: '2026-02-01T00:00:00Z', level: 1 },
      { messageUTC: '2026-02-01T00:00:01Z', level: 2 },
    ])
    assert.deepEqual(await levels(), [2])

    await sql`delete from record using source
      where source.source_key = record.source_key and data_id = ${tank.dataId} and fields ->> 'level' = '2'`.execute(db)
    assert.deepEqual(await levels(), [1])

    await sendRecords(app, tank, 'probe', { messageUTC: '2026-02-01T00:00:00.500Z', level: 3 })
    assert.deepEqual(await levels(), [3])
  })
})

describe('POST data/last-values', () => {
  const last = (body: { dataIDs: string[]; subject: string; field: string }, as = person) =>
    call(listLastValues, { as, body })
  const lastOf = async (body: { dataIDs: string[]; subject: string; field: string }) =>
    (await last(body)).body.body.details

  it('answers with the value, its time and its unit of measure; units out of reach or without one are left out', async () => {
    const id = 'last-values' as TemplateId
    const chart = { friendlyName: 'Level', field: 'level', unit: 'cm' }
    const charts = [
      { title: 'Level', type: 'timeseries' as const, specifications: { ['probe' as SourceName]: [chart] } },
    ]
    const definition = { title: 'Tank', timeSeries: { charts } }
    await createTemplateStore(db).create({ id, entityId: person.entity, definition })
    const tank = await buildUnit(db, { entity: person.entity, defaultTemplate: id })
    const silent = await buildUnit(db, { entity: person.entity })
    await sendRecords(app, tank, 'probe', { messageUTC: '2026-02-03T00:00:00Z', level: 4, on: true })

    const found = await lastOf({
      dataIDs: [tank.dataId, other.dataId, silent.dataId, foreign.dataId],
      subject: 'probe',
      field: 'level',
    })

    const byId = (one: { dataID: string }, two: { dataID: string }): number => (one.dataID < two.dataID ? -1 : 1)
    assert.deepEqual(
      found.toSorted(byId),
      [
        { dataID: tank.dataId, atUTC: '2026-02-03T00:00:00.000Z', value: 4, unit: 'cm' },
        { dataID: other.dataId, atUTC: '2026-02-02T00:00:00.000Z', value: 7 },
      ].sort(byId),
    )
    assert.deepEqual(await lastOf({ dataIDs: [tank.dataId], subject: 'probe', field: 'nothing' }), [])
  })

  it('is the last one that there is, and counts a time ahead from its arrival on', async () => {
    const tank = await buildUnit(db, { entity: person.entity })
    const ahead = new Date(clock() + 3_600_000).toISOString()
    await sendRecords(app, tank, 'probe', [
      { messageUTC: '2026-02-01T00:00:00Z', level: 1, battery: 80 },
      { messageUTC: '2026-02-01T00:00:01Z', level: 2, battery: null },
      { messageUTC: ahead, level: 3 },
    ])

    assert.deepEqual(await lastOf({ dataIDs: [tank.dataId], subject: 'probe', field: 'battery' }), [
      { dataID: tank.dataId, atUTC: '2026-02-01T00:00:00.000Z', value: 80 },
    ])
    assert.deepEqual(await lastOf({ dataIDs: [tank.dataId], subject: 'probe', field: 'level' }), [
      { dataID: tank.dataId, atUTC: NOW, value: 3 },
    ])
  })

  it('keeps the history of requests to admins, and refuses too many units', async () => {
    const { failure } = await last({ dataIDs: [unit.dataId], subject: 'action_request', field: 'status' })
    assert.equal(failure.code, 'access/forbidden')
    const many = Array.from({ length: 201 }, (_, index) => `unit-${index}`)
    assert.equal((await last({ dataIDs: many, subject: 'probe', field: 'level' })).failure.code, 'request/invalid')
  })
})
