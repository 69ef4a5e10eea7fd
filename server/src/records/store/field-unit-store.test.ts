import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { rehearseAlert } from '@fieldwatch/contract/alerts/alert-rehearsal'
import { createAlert, listAlerts, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import { fieldUnit } from '@fieldwatch/contract/templates/field-units'
import type { SourceName, TemplateId } from '@fieldwatch/contract/api/ids'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createFieldUnitStore } from './field-unit-store.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
const admin = await signInAs({ role: 'admin' })

const named = (field: string, unit?: string) => ({
  field,
  friendlyName: field,
  ...(unit === undefined ? {} : { unit }),
})

const DEFINITION = TemplateDefinition.parse({
  title: 'Pump',
  timeSeries: {
    charts: [{ title: 'a', type: 'timeseries', specifications: { pump: [named('plain'), named('flow', 'l/s')] } }],
  },
  overview: {
    gauges: [{ title: 'b', range: [0, 1], source: 'pump' as SourceName, field: 'pressure', unit: 'bar' }],
    statistics: [
      {
        topic: 'c',
        specifications: { pump: [named('flow', 'm³/h'), named('power', 'kW')], other: [named('pressure', 'psi')] },
      },
    ],
    infoCards: [{ topic: 'd', specifications: { pump: [named('energy', ''), named('head', 'm')] } }],
    tables: [{ title: 'e', type: 'generic', specifications: { pump: [named('energy', 'kWh')] } }],
    eventLog: { title: 'f', specifications: { pump: [named('wear', '%')] } },
  },
})
const pump = 'pump' as TemplateId
await createTemplateStore(db).create({ id: pump, entityId: admin.entity, definition: DEFINITION })
const unit = await buildUnit(db, { entity: admin.entity, defaultTemplate: pump })
const { dataId } = unit

async function find(source: string, field: string): Promise<string | undefined> {
  const found = await createFieldUnitStore(db).list({ dataIds: [dataId], source: source as SourceName, field })
  return found.get(dataId)
}

describe('the unit of measure of a field', () => {
  it('is what the template says, in every place where one can, as the web app reads it', async () => {
    for (const [source, field, expected] of [
      ['pump', 'flow', 'l/s'],
      ['pump', 'pressure', 'bar'],
      ['other', 'pressure', 'psi'],
      ['pump', 'power', 'kW'],
      ['pump', 'head', 'm'],
      ['pump', 'energy', 'kWh'],
      ['pump', 'wear', '%'],
      ['pump', 'plain', undefined],
      ['constructor', 'flow', undefined],
    ] as const) {
      assert.equal(await find(source, field), expected)
      assert.equal(fieldUnit({ source, field }, DEFINITION), expected)
    }
  })

  it('is that of the calculated source for its result', async () => {
    const given = { equation: 'a', unit: 'kWh/m³', startAt: 0, inputs: '[]', filledTo: null, fillTotal: null }
    const times = { createdAt: new Date(0), updatedAt: new Date(0) }
    await db
      .insertInto('calculation')
      .values({ dataId, name: 'cost' as SourceName, ...given, ...times })
      .execute()

    assert.equal(await find('cost', 'value'), 'kWh/m³')
    assert.equal(await find('cost', 'unit'), undefined)
  })

  it('is that of the channel, as the unit last reported it, and of what pressure sensors measure', async () => {
    const ofUnit = { dataId, actionClass: 'Xetasense' as const }
    const read = { ...ofUnit, method: 'GET' as const, action: 'Read', payload: '""', createdBy: admin.userId }
    for (const [at, wired] of ['psi', 'mbar'].entries()) {
      const request = { ...read, createdAt: at, expiresAt: at }
      const { id: version } = await db
        .insertInto('actionRequest')
        .values(request)
        .returning('id')
        .executeTakeFirstOrThrow()
      const buses = [{ bus_id: 'can0', channels: { 3: { scale: { unit: wired } } } }, { bus_id: 'can1' }]
      const configuration = JSON.stringify({ buses })
      await db
        .insertInto('unitConfiguration')
        .values({ ...ofUnit, version, at, configuration })
        .execute()
    }

    assert.equal(await find('XetaSense', 'can0_channel_3'), 'mbar')
    assert.equal(await find('XetaSense', 'channel_3'), 'mbar')
    assert.equal(await find('XetaSense', 'can1_channel_3'), undefined)
    assert.equal(await find('XetaSense', 'uptime'), undefined)
    assert.equal(await find('TDWLB', 'TD1042_pressure'), 'bar')
    assert.equal(await find('TDWLB', 'TD1042_firmware'), undefined)
  })

  it('is part of an alert, its history and its rehearsal', async () => {
    await sendRecords(app, unit, 'pump', { pressure: 3, flow: 1 })
    const condition = { field: 'pressure', operator: 'less than', constant: 2 } as const
    const body = { name: 'Low', devices: [dataId], source: 'pump', condition }
    const { alertID } = (await call(createAlert, { as: admin, body })).body.details
    clock.advance(1_000)
    await sendRecords(app, unit, 'pump', { pressure: 1.5, flow: 1 })
    await features.alerts.run()

    const list = async () => (await call(listAlerts, { as: admin, query: { alertID } })).body.details[0]
    const history = async () => (await call(listAlertHistory, { as: admin, query: { alertID } })).body.details.history
    const { units } = (await call(rehearseAlert, { as: admin, body: { devices: [dataId], source: 'pump', condition } }))
      .body.details
    assert.equal((await list())?.unitOfMeasure, 'bar')
    assert.deepEqual(
      (await history()).map(({ value, unitOfMeasure }) => [value, unitOfMeasure]),
      [[1.5, 'bar']],
    )
    assert.equal(units[0]?.unitOfMeasure, 'bar')

    // What happened before is not written in the unit of another field.
    const flow = { field: 'flow', operator: 'greater than', constant: 5 } as const
    await call(updateAlert, { as: admin, body: { alertID, condition: flow, version: (await list())?.version ?? 0 } })
    assert.equal((await list())?.unitOfMeasure, 'l/s')
    const written = (await history()).map(({ happening, value, unitOfMeasure }) => [happening, value, unitOfMeasure])
    assert.deepEqual(written, [
      ['ok', 1, 'l/s'],
      ['changed', null, 'l/s'],
      ['high', 1.5, null],
    ])
  })
})
