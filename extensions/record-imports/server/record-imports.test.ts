import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import {
  cancelRecordImport,
  createRecordImport,
  exportImportRefusals,
  IMPORT_PART_BYTES,
  type ImportSettings,
  listRecordImports,
  previewRecordImport,
  putImportPart,
  type RecordImport,
  startRecordImport,
  undoRecordImport,
} from '../contract/record-imports.ts'
import { changeDataId } from '@fieldwatch/contract/units/deletions'
import { queryData } from '@fieldwatch/contract/telemetry/data'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { type BuiltUnit, buildUnit, sourceName } from '@fieldwatch/server/testing/build-unit'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createLeaseStore } from '@fieldwatch/server/platform/leases/lease-store'
import { createMergedReader } from '@fieldwatch/server/records/store/merged-reader'
import { compactSource } from '@fieldwatch/server/records/store/compact-source'
import { createThreadPool } from '@fieldwatch/server/records/threads/thread-pool'
import { createImportWork } from './import-work.ts'
import { createImportStore } from './import-store.ts'
import { runImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'
import { createTestDatabase, silentLog } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const { bus, call, clock, db, features, metrics, signInAs } = await createTestApp({ database })
const admin = await signInAs({ role: 'admin' })

const SETTINGS = {
  source: sourceName('probe'),
  encoding: 'utf-8',
  delimiter: ',',
  decimals: 'point',
  lineBreak: 'lf',
  comment: null,
  headingLine: 1,
  firstLine: 2,
  seriesColumn: null,
  missing: [],
  time: { column: 0, timeColumn: null, format: 'iso', zone: 'UTC', doubled: 'in-order' },
  columns: [{ column: 1, field: 'level', type: 'number', unit: null, series: null }],
} satisfies ImportSettings

interface Given {
  csv: string | Buffer
  unit: BuiltUnit
  as?: SignedInUser
}

async function upload({ csv, unit, as = admin }: Given): Promise<number> {
  const bytes = typeof csv === 'string' ? Buffer.from(csv) : csv
  const { body } = await call(createRecordImport, {
    as,
    body: { dataID: unit.dataId, fileName: 'logger.csv', fileBytes: bytes.length },
  })
  const { importID } = body.details
  for (let part = 0; part * IMPORT_PART_BYTES < bytes.length; part += 1) {
    const file = new File([bytes.subarray(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES)], 'part')
    const { status } = await call(putImportPart, { as, body: { importID, part, file } })
    assert.equal(status, 200)
  }
  return importID
}

async function stateOf(unit: BuiltUnit, importID: number): Promise<RecordImport> {
  const { body } = await call(listRecordImports, { as: admin, query: { dataID: unit.dataId } })
  const found = body.details.find((one) => one.importID === importID)
  assert.ok(found)
  return found
}

/** Waits until nothing works on it any more. */
async function ended(unit: BuiltUnit, importID: number): Promise<RecordImport> {
  for (;;) {
    const found = await stateOf(unit, importID)
    if (!['running', 'checking', 'undoing'].includes(found.state)) return found
    await delay(50)
  }
}

async function importAll(given: Given, settings: Partial<ImportSettings> = {}): Promise<RecordImport> {
  const importID = await upload(given)
  const { status, failure } = await call(startRecordImport, {
    as: given.as ?? admin,
    body: { importID, settings: { ...SETTINGS, ...settings } },
  })
  assert.equal(status, 200, failure?.message)
  return ended(given.unit, importID)
}

async function undo(unit: BuiltUnit, importID: number): Promise<RecordImport> {
  const { status } = await call(undoRecordImport, { as: admin, body: { importID } })
  assert.equal(status, 200)
  return ended(unit, importID)
}

async function recordsOf(dataId: DataId, source = 'probe'): Promise<string[]> {
  const { status, body } = await call(queryData, {
    as: admin,
    body: { dataID: dataId, subject: sourceName(source), limit: 1000, sort: { field: 'messageUTC', direction: 'asc' } },
  })
  if (status === 404) return []
  return body.body.details.data.map(
    ({ messageUTC, recieveUTC: _received, ...fields }) => `${messageUTC} ${JSON.stringify(fields)}`,
  )
}

async function send(unit: BuiltUnit, records: object[]): Promise<void> {
  const { status } = await call(ingestSource, {
    params: { dataID: unit.dataId, source: 'probe' },
    headers: { authorization: unit.bearer },
    body: records,
  })
  assert.equal(status, 200)
}

const START = Date.parse('2026-01-01T00:00:00Z')

function timeAt(index: number, stepMs = 1000): string {
  return new Date(START + index * stepMs).toISOString()
}

/** Lines of a logger that wrote each second. */
function csvOf(count: number, from = 0, valueOf: (index: number) => number = (index) => index % 100): string {
  const lines = Array.from({ length: count }, (_, index) => `${timeAt(from + index)},${valueOf(from + index)}`)
  return `time,level\n${lines.join('\n')}\n`
}

/** A file of two parts: its lines are long. */
function longCsvOf(count: number): string {
  return csvOf(count).replaceAll('\n', `,${'x'.repeat(200)}\n`)
}

describe('an import of records', () => {
  it('stores the lines of a file as records, and lists which it refuses and why', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const csv = [
      'time,level,state,open',
      '2026-01-01T00:00:00Z,1.5,"all, well",yes',
      '2026-01-01T00:00:01Z,x,fine,no',
      'yesterday,2,fine,no',
      '2026-01-01T00:00:02Z,,,',
      '2026-01-01T00:00:03Z,3,,off',
      '',
      '2999-01-01T00:00:00Z,4,,',
    ].join('\r\n')
    const result = await importAll(
      { csv, unit },
      {
        columns: [
          { column: 1, field: 'level', type: 'number', unit: null, series: null },
          { column: 2, field: 'state', type: 'text', unit: null, series: null },
          { column: 3, field: 'open', type: 'boolean', unit: null, series: null },
        ],
      },
    )
    assert.equal(result.state, 'done')
    assert.deepEqual(result.counts, {
      lines: 6,
      added: 3,
      replaced: 0,
      unchanged: 0,
      repeated: 0,
      joined: 0,
      refused: 3,
      emptied: 1,
      doubled: 0,
    })
    assert.deepEqual(await recordsOf(unit.dataId), [
      '2026-01-01T00:00:00.000Z {"open":true,"level":1.5,"state":"all, well"}',
      '2026-01-01T00:00:01.000Z {"open":false,"state":"fine"}',
      '2026-01-01T00:00:03.000Z {"open":false,"level":3}',
    ])
    const question = { as: admin, query: { importID: result.importID } }
    const { response } = await call(exportImportRefusals, question)
    assert.deepEqual(response.body.split('\r\n'), [
      'line,reason',
      '3,level: “x” is not a number. The cell is left empty.',
      '4,“yesterday” is not a time in the chosen format.',
      '5,The line has a time but no value.',
      '8,“2999-01-01T00:00:00Z” is more than 24 hours in the future.',
      '',
    ])
    const french = await call(exportImportRefusals, { ...question, headers: { 'accept-language': 'fr' } })
    assert.deepEqual(french.response.body.split('\r\n')[0], 'ligne,motif')
  })

  it('stores nothing twice when the same file comes again', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const csv = csvOf(2_000)
    const first = await importAll({ csv, unit })
    const second = await importAll({ csv, unit })
    assert.deepEqual([first.counts.added, first.counts.unchanged], [2_000, 0])
    assert.deepEqual([second.counts.added, second.counts.replaced, second.counts.unchanged], [0, 0, 2_000])
    const third = await importAll({ csv, unit })
    assert.deepEqual([third.state, third.counts.unchanged], ['done', 2_000])
    const undone = await undo(unit, second.importID)
    assert.equal(undone.state, 'undone')
    assert.equal((await recordsOf(unit.dataId)).length, 1_000)
  })

  it('gives back what it replaced when it is undone, and leaves what came since', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    await importAll({ csv: csvOf(600), unit })
    await send(unit, [{ messageUTC: timeAt(650), level: 650 }])
    const before = await recordsOf(unit.dataId)
    const second = await importAll({ csv: csvOf(400, 400, (index) => index), unit })
    assert.deepEqual([second.counts.added, second.counts.replaced], [199, 200])
    assert.equal(second.counts.unchanged, 1)
    await send(unit, [
      { messageUTC: timeAt(500), level: -1 },
      { messageUTC: timeAt(700), level: -1 },
    ])

    const undone = await undo(unit, second.importID)

    assert.equal(undone.state, 'undone')
    const expected = before.map((line) => (line.startsWith(timeAt(500)) ? `${timeAt(500)} {"level":-1}` : line))
    assert.deepEqual(await recordsOf(unit.dataId), [...expected, `${timeAt(700)} {"level":-1}`])
  })

  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ])
    it(`leaves nothing of three imports of the same times that are undone in the order ${order.join(', ')}`, async () => {
      const unit = await buildUnit(db, { entity: admin.entity })
      await send(unit, [{ messageUTC: timeAt(3), level: -1 }])
      const before = await recordsOf(unit.dataId)
      const imports = [
        (await importAll({ csv: csvOf(5, 0, () => 1), unit })).importID,
        (await importAll({ csv: csvOf(5, 1, () => 2), unit })).importID,
        (await importAll({ csv: csvOf(5, 2, () => 3), unit })).importID,
      ]
      const left = new Set([0, 1, 2])
      for (const place of order) {
        assert.equal((await undo(unit, imports[place] ?? 0)).state, 'undone')
        left.delete(place)
        // Each time has the value of the last import that is left of it.
        const expected = Array.from({ length: 7 }, (_, index) => {
          const last = [...left].findLast((one) => index >= one && index < one + 5)
          const value = last === undefined ? (index === 3 ? -1 : undefined) : last + 1
          return value === undefined ? [] : [`${timeAt(index)} {"level":${value}}`]
        })
        assert.deepEqual(await recordsOf(unit.dataId), expected.flat())
      }
      assert.deepEqual(await recordsOf(unit.dataId), before)
    })

  it('reads lines that are cut between two parts of a file', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const count = 25_000
    const csv = longCsvOf(count)
    assert.ok(csv.length > IMPORT_PART_BYTES)
    const { counts, firstUTC, lastUTC } = await importAll({ csv, unit })
    assert.deepEqual([counts.lines, counts.added, counts.refused], [count, count, 0])
    assert.deepEqual([firstUTC, lastUTC], [timeAt(0), timeAt(count - 1)])
  })

  it('refuses a line of many megabytes, one of a million columns and one with zeros, and continues', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const csv = [
      'time,level',
      `${timeAt(0)},${'9'.repeat(9 * 1024 * 1024)}`,
      `${timeAt(1)}${',1'.repeat(30_000)}`,
      `${timeAt(2)},\0`,
      `${timeAt(3)},"3`,
      `${timeAt(4)},4`,
    ].join('\n')
    const { state, counts } = await importAll({ csv, unit })
    assert.deepEqual([state, counts.lines, counts.added, counts.refused], ['done', 5, 1, 4])
  })

  it('checks a file without storing anything', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const importID = await upload({ csv: `${csvOf(10)}nonsense,1\n`, unit })
    await call(startRecordImport, { as: admin, body: { importID, settings: SETTINGS, check: true } })
    const checked = await ended(unit, importID)
    assert.deepEqual([checked.state, checked.checked], ['ready', true])
    assert.deepEqual([checked.counts.lines, checked.counts.refused], [11, 1])
    assert.deepEqual(await recordsOf(unit.dataId), [])
  })

  it('guesses how a file is written, and asks what it cannot know', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const csv = 'Datum;Uhrzeit;Temperatur (°C);Ort\r\n01.02.2026;08:15;21,5;Keller\r\n01.02.2026;08:30;-3,25;Dach\r\n'
    const importID = await upload({ csv, unit })
    const { body } = await call(previewRecordImport, { as: admin, body: { importID, zone: 'Europe/Berlin' } })
    const { settings, columns, looked } = body.details
    assert.deepEqual(settings, {
      ...SETTINGS,
      source: 'logger',
      delimiter: ';',
      decimals: 'comma',
      time: { column: 0, timeColumn: 1, format: null, zone: 'Europe/Berlin', doubled: 'in-order' },
      columns: [
        { column: 2, field: 'Temperatur_C', type: 'number', unit: null, series: null },
        { column: 3, field: 'Ort', type: 'text', unit: null, series: null },
      ],
    })
    assert.deepEqual(columns[2], { heading: 'Temperatur (°C)', unit: '°C', samples: ['21,5', '-3,25'] })
    assert.equal(looked, 1)

    const unanswered = await call(startRecordImport, { as: admin, body: { importID, settings } })
    assert.deepEqual(Object.keys(unanswered.failure.details?.fields ?? {}), ['settings.time.format'])
    const answered = { ...settings, time: { ...settings.time, format: 'dmy' as const } }
    const again = await call(previewRecordImport, { as: admin, body: { importID, settings: answered } })
    assert.deepEqual(again.body.details.lines[0], {
      line: 2,
      messageUTC: '2026-02-01T07:15:00.000Z',
      fields: { Temperatur_C: 21.5, Ort: 'Keller' },
      odd: {},
      refusal: null,
    })
  })

  it('looks at the whole file before it is imported', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const count = 25_000
    const csv = `${longCsvOf(count)}${timeAt(count)},odd\n`
    assert.ok(csv.length > IMPORT_PART_BYTES)
    const importID = await upload({ csv, unit })
    const { body } = await call(previewRecordImport, { as: admin, body: { importID } })
    const { looked, times, values } = body.details
    const level = values.find(({ heading }) => heading === 'level')
    assert.deepEqual(
      times.map(({ read, firstUTC, lastUTC, longestMs }) => [read, firstUTC, lastUTC, longestMs]),
      [[count + 1, timeAt(0), timeAt(count), 1_000]],
    )
    assert.deepEqual(
      [looked, level?.type, level?.filled, level?.odd],
      [1, 'number', count, { count: 1, samples: [{ line: count + 2, text: 'odd' }] }],
    )
  })

  it('reads a file that is not UTF-8 only far behind its beginning', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const lines = Array.from({ length: 20_000 }, (_, index) => `${timeAt(index)},1,${'x'.repeat(10)}`)
    const csv = Buffer.from(`time,level,place\n${lines.join('\n')}\n${timeAt(20_000)},1,Küche\n`, 'latin1')
    const importID = await upload({ csv, unit })
    const { body } = await call(previewRecordImport, { as: admin, body: { importID } })
    assert.deepEqual([body.details.looked, body.details.settings.encoding], [1, 'windows-1252'])
    const place = body.details.values.find(({ heading }) => heading === 'place')
    assert.deepEqual([place?.filled, place?.odd.count], [20_001, 0])
  })

  it('stores lines of several series with the same time as one record, also far apart in the file', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const count = 15_000
    const linesOf = (name: string, plus: number): string[] =>
      Array.from({ length: count }, (_, index) => `${name},${timeAt(index)},${index + plus},${'x'.repeat(150)}`)
    const csv = ['sensor,time,value,note', ...linesOf('Tank', 0), ...linesOf('Pump', 0.5), ''].join('\n')
    assert.ok(csv.length > IMPORT_PART_BYTES)
    const importID = await upload({ csv, unit })
    const { body } = await call(previewRecordImport, { as: admin, body: { importID } })
    const settings = { ...body.details.settings, source: sourceName('probe') }
    assert.deepEqual(settings.columns, [
      { column: 2, field: 'Tank', type: 'number', unit: null, series: 'Tank' },
      { column: 2, field: 'Pump', type: 'number', unit: null, series: 'Pump' },
    ])

    await call(startRecordImport, { as: admin, body: { importID, settings } })
    const done = await ended(unit, importID)

    assert.deepEqual(
      [done.state, done.counts.lines, done.counts.added, done.counts.joined, done.counts.repeated],
      ['done', 2 * count, count, count, 0],
    )
    const records = await recordsOf(unit.dataId)
    assert.equal(records[0], `${timeAt(0)} {"Pump":0.5,"Tank":0}`)
    assert.equal(records[999], `${timeAt(999)} {"Pump":999.5,"Tank":999}`)
    assert.equal((await undo(unit, importID)).state, 'undone')
    assert.deepEqual(await recordsOf(unit.dataId), [])
  })

  it('keeps what was chosen for a file, but no choice that cannot be read', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const importID = await upload({ csv: csvOf(3), unit })
    await call(previewRecordImport, { as: admin, body: { importID, settings: SETTINGS } })
    const settings = { ...SETTINGS, time: { ...SETTINGS.time, zone: 'Europe/Berln' } }
    const mistyped = await call(previewRecordImport, { as: admin, body: { importID, settings } })
    assert.deepEqual(Object.keys(mistyped.failure.details?.fields ?? {}), ['settings.time.zone'])
    const { body } = await call(listRecordImports, { as: admin, query: { dataID: unit.dataId } })
    assert.deepEqual(body.details[0]?.settings, SETTINGS)
  })

  it('refuses what is no text, a source of requests, and parts that do not fit', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const importID = await upload({ csv: 'PK\u0003\u0004\0\0', unit })
    const preview = await call(previewRecordImport, { as: admin, body: { importID } })
    assert.equal(preview.failure.code, 'import/not-text')
    const settings = { ...SETTINGS, source: sourceName('action_result') }
    const start = await call(startRecordImport, { as: admin, body: { importID, settings } })
    assert.deepEqual(Object.keys(start.failure.details?.fields ?? {}), ['settings.source'])
    const late = await call(putImportPart, { as: admin, body: { importID, part: 0, file: new File(['x'], 'part') } })
    assert.equal(late.failure.code, 'import/busy')
    const other = await call(createRecordImport, {
      as: admin,
      body: { dataID: unit.dataId, fileName: 'a.csv', fileBytes: 10 },
    })
    const short = await call(putImportPart, {
      as: admin,
      body: { importID: other.body.details.importID, part: 0, file: new File(['x'], 'part') },
    })
    assert.equal(short.failure.code, 'import/part-invalid')
  })

  it('is cancelled where it is, and what it stored until then is undone', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const importID = await upload({ csv: csvOf(100_000), unit })
    await call(startRecordImport, { as: admin, body: { importID, settings: SETTINGS } })
    const { body, status } = await call(cancelRecordImport, { as: admin, body: { importID } })
    assert.deepEqual([status, body.details.state], [200, 'cancelled'])
    assert.equal((await undo(unit, importID)).state, 'undone')
    assert.deepEqual(await recordsOf(unit.dataId), [])
  })
})

describe('a server that works on an import', () => {
  it('names its creator to those who have them in reach, and to no one else', async () => {
    const below = await signInAs({ role: 'admin', entity: await buildEntity(db, { parentId: admin.entity }) })
    const unit = await buildUnit(db, { entity: below.entity })
    const importID = await upload({ csv: 'time,level\n2026-01-01,1\n', unit })
    const creatorFor = async (as: SignedInUser) => {
      const { body } = await call(listRecordImports, { as, query: { dataID: unit.dataId } })
      return body.details.find((one) => one.importID === importID)?.createdBy
    }

    assert.equal(await creatorFor(admin), admin.email)
    assert.equal(await creatorFor(below), null)
  })

  it('is gone on for by another one where it ended, and nothing is counted or stored twice', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const count = 25_000
    const importID = await upload({ csv: longCsvOf(count), unit })
    const store = createImportStore(db)
    // A server that is away by now, and had stored the first part without writing down that it was read.
    await createLeaseStore(db).begin('away', 60_000)
    await store.begin(importID, { state: 'running', settings: SETTINGS, starter: undefined, heldBy: 'away' })
    const { db: busy, pool } = database.background
    await using stack = new AsyncDisposableStack()
    const workers = createThreadPool({ size: 1 })
    stack.defer(() => workers.close())
    const reader = createMergedReader({ db: database.reads.db, control: busy, workers, metrics, log: silentLog })
    const end = new Error('the process ends here')
    const ending = {
      ...bus,
      publish: () => {
        throw end
      },
    }
    const parts = { db: busy, pool, workers, reader, bus: ending, metrics, clock }
    const { signal } = new AbortController()
    await assert.rejects(runImport(parts, await store.get(importID), { server: 'away', signal }), end)
    const before = await stateOf(unit, importID)
    assert.ok(before.counts.added > 0)
    assert.equal(before.counts.lines, 0)

    await createLeaseStore(db).end('away')

    const { counts, state } = await ended(unit, importID)
    assert.deepEqual(
      [state, counts.lines, counts.added, counts.unchanged, counts.repeated],
      ['done', count, count, 0, 0],
    )
  })
})

describe('an import that is undone', () => {
  for (const turn of [1, 2, 3, 4, 5])
    it(`leaves nothing where compaction comes before step ${turn}`, async () => {
      const unit = await buildUnit(db, { entity: admin.entity })
      // Too few rows for compaction to come by itself.
      const { importID } = await importAll({ csv: csvOf(200), unit })
      const { sourceKey: key } = await db
        .selectFrom('source')
        .select('sourceKey')
        .where('dataId', '=', unit.dataId)
        .executeTakeFirstOrThrow()
      const { db: busy, pool } = database.background
      await using stack = new AsyncDisposableStack()
      const workers = createThreadPool({ size: 1 })
      stack.defer(() => workers.close())
      let step = 0
      const interrupted = new Proxy(busy, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name, target)
          if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
          return () => ({
            execute: async (run: (tx: typeof busy) => Promise<unknown>) => {
              step += 1
              if (step === turn) await compactSource({ db: busy, workers }, key)
              return busy.transaction().execute(run)
            },
          })
        },
      })
      const server = `undoes-${turn}`
      await createLeaseStore(db).begin(server, 60_000)
      stack.defer(() => createLeaseStore(db).end(server))
      const store = createImportStore(db)
      await store.setUndoing(importID, { starter: undefined, heldBy: server })
      const reader = createMergedReader({ db: database.reads.db, control: busy, workers, metrics, log: silentLog })
      const parts = { db: interrupted, pool, workers, reader, bus, metrics, clock }

      await undoImport(parts, { of: await store.get(importID), server })

      assert.ok(step >= turn)
      assert.equal((await stateOf(unit, importID)).state, 'undone')
      assert.deepEqual(await recordsOf(unit.dataId), [])
    })
})

describe('an import of a unit that gets another dataID', () => {
  it('goes on under the new one', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const count = 25_000
    const importID = await upload({ csv: longCsvOf(count), unit })
    const to = `${unit.dataId}-new` as DataId
    const { db: busy, pool } = database.background
    // It gets another dataID when the import has read the first part, and has not stored it.
    let renaming: ReturnType<typeof rename> | undefined
    const rename = () => call(changeDataId, { as: admin, params: { dataID: unit.dataId }, body: { dataID: to } })
    const renamedFirst = Object.create(pool, {
      query: {
        value: async (text: string, values: unknown[]) => {
          renaming ??= rename()
          assert.equal((await renaming).status, 200)
          return pool.query(text, values)
        },
      },
    }) as typeof pool
    const server = 'renames'
    await createLeaseStore(db).begin(server, 60_000)
    const starter = undefined
    await createImportStore(db).begin(importID, { state: 'running', settings: SETTINGS, starter, heldBy: server })
    await using stack = new AsyncDisposableStack()
    const workers = createThreadPool({ size: 1 })
    stack.defer(() => workers.close())
    const reader = createMergedReader({ db: database.reads.db, control: busy, workers, metrics, log: silentLog })
    const work = createImportWork({ db: busy, pool: renamedFirst, reader, bus, metrics, clock, log: silentLog, server })
    stack.defer(async () => work.close?.())
    await work.run({ signal: new AbortController().signal, again: () => undefined })
    await createLeaseStore(db).end(server)

    const { counts, state } = await stateOf({ ...unit, dataId: to }, importID)
    assert.deepEqual([state, counts.lines, counts.added], ['done', count, count])
  })
})

describe('what follows the records of a unit', () => {
  it('sends no notifications of imported records, and judges the next one that the unit sends', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const now = clock()
    const at = (ms: number): string => new Date(now + ms).toISOString()
    await send(unit, [{ messageUTC: at(-10_000), level: 1 }])
    const { body } = await call(createAlert, {
      as: admin,
      body: {
        name: 'High',
        devices: [unit.dataId],
        source: 'probe',
        condition: { field: 'level', operator: 'greater than', constant: 50 },
      },
    })
    const { alertID } = body.details
    await features.alerts.run()
    const csv = `time,level\n${at(1_000)},99\n${at(2_000)},1\n${at(3_000)},99\n`
    await importAll({ csv, unit })
    await features.alerts.run()
    const unheard = await historyOf(alertID)
    await send(unit, [{ messageUTC: at(4_000), level: 99 }])
    await features.alerts.run()
    // A slow machine leaves a part of it for later.
    await features.alertCorrections.run()
    const heard = await historyOf(alertID)
    assert.deepEqual([unheard, heard], [[], ['high', 'ok', 'high']])
  })

  it('takes back what imported records showed of an alert once the import is undone', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const at = (ms: number): string => new Date(clock() + ms).toISOString()
    const condition = { field: 'level', operator: 'greater than', constant: 50 } as const
    await send(unit, [{ messageUTC: at(-10_000), level: 1 }])
    const alert = { name: 'High', devices: [unit.dataId], source: 'probe', condition }
    const { alertID } = (await call(createAlert, { as: admin, body: alert })).body.details
    const { importID } = await importAll({ csv: `time,level\n${at(1_000)},99\n${at(2_000)},1\n`, unit })
    await send(unit, [{ messageUTC: at(3_000), level: 2 }])
    await features.alerts.run()
    const imported = await historyOf(alertID)

    await undo(unit, importID)
    await features.alertCorrections.run()

    assert.deepEqual([imported, await historyOf(alertID)], [['ok', 'high'], []])
  })

  async function historyOf(alertID: AlertId): Promise<string[]> {
    const { body } = await call(listAlertHistory, { as: admin, query: { alertID } })
    return body.details.history.map(({ happening }) => happening)
  }

  it('computes again what an import changed, and once more when it is undone', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    await send(unit, [{ messageUTC: timeAt(100), level: 5 }])
    const { failure, status } = await call(createCalculation, {
      as: admin,
      body: {
        dataID: unit.dataId,
        name: 'double',
        equation: 'probe.level * 2',
        values: [{ source: 'probe', field: 'level' }],
        unit: 'm',
        startDate: timeAt(0),
      },
    })
    assert.equal(status, 200, JSON.stringify(failure))
    await features.calculations.run()
    const before = await resultsOf(unit)
    const { importID } = await importAll({ csv: csvOf(3, 0, () => 7), unit })
    await features.calculations.run()
    const imported = await resultsOf(unit)
    await undo(unit, importID)
    await features.calculations.run()
    assert.deepEqual(before, [10])
    assert.deepEqual(imported, [14, 14, 14, 10])
    assert.deepEqual(await resultsOf(unit), [null, null, null, 10])
  })

  async function resultsOf(unit: BuiltUnit): Promise<unknown[]> {
    return (await recordsOf(unit.dataId, 'double')).map((line) => JSON.parse(line.slice(line.indexOf('{'))).value)
  }
})
