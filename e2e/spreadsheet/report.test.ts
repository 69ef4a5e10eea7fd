import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { CSV_MARK } from '@fieldwatch/contract/text/csv'
import { createEvent, getEventReport, listEvents, setEventTag } from '@fieldwatch/contract/events/events'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import type { ReportDefinition } from '@fieldwatch/contract/reports/reports'
import { putTemplate } from '@fieldwatch/contract/templates/templates'
import { call, createUser, createUnit, send } from '../support/api.ts'
import { startPortal } from '../support/portal.ts'
import { type Cell, openLibreOffice } from './libre-office.ts'

/** What people write, and what a spreadsheet may take it for. */
const TAGS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '=HYPERLINK("http://evil.example","x")',
  "=cmd|'/C calc'!A0",
  'say "hi", ok',
  'two; halves',
  'Tür offen ✓ 😀',
  "'quoted'",
  '-3',
  'plain',
]

const REPORT: ReportDefinition = {
  name: 'sheet',
  columns: ['Start', 'Day first', 'Tag', 'Level, °C', 'For', '=1+1'],
  values: ['startUTC', 'startUTC', 'tag', 'room.temp', 'duration', ''],
  formats: ['YYYY-MM-DD HH:MM:SS', 'DD-MM-YYYY HH:MM:SS', 'string', '2 Decimal', 'minutes', ''],
  includeCoordinates: false,
  times: 'UTC',
}

const START = Date.parse('2026-02-13T01:00:10.000Z')
const at = (minute: number): string => new Date(START + minute * 60_000).toISOString()

const portal = await startPortal()
after(() => portal.close())
const office = await openLibreOffice()
after(() => office.close())

/** Saves the report of a unit with an occurrence for each tag, as the page saves it. */
async function downloadReport(): Promise<string> {
  const ada = await createUser(portal, { email: 'ada@sheet.example', entity: 'Sheet Water' })
  const { token } = ada
  const dataID = 'sheet-1'
  const unitToken = await createUnit(portal, ada, dataID)
  const records = TAGS.flatMap((_, index) => [
    { messageUTC: at(index * 2), temp: -1.25 - index },
    { messageUTC: at(index * 2 + 1), temp: 20 },
  ])
  await fetch(portal.url + ingestSource.path.replace(':dataID', dataID).replace(':source', 'room'), {
    method: 'POST',
    headers: { authorization: `Bearer ${unitToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(records),
  })
  await call(portal, putTemplate, { token, body: { dataID, template: { title: 'Sheet', reports: { sheet: REPORT } } } })
  const table = { dataID, name: 'cold' }
  const values = [{ source: 'room', field: 'temp' }]
  const draft = { ...table, comparison: 'room.temp < 0', startDate: '2026-02-01', values }
  await call(portal, createEvent, { token, body: draft })
  for (;;) {
    const { details } = await call(portal, listEvents, { token, query: table })
    if ('state' in details && details.state === 'ready') break
  }
  for (const [index, tag] of TAGS.entries()) {
    await call(portal, setEventTag, { token, body: { ...table, eventStartUTC: at(index * 2), tag } })
  }
  const answer = await send(portal, getEventReport, { token, query: { ...table, report: 'sheet' } })
  const path = join(office.folder, 'report.csv')
  await writeFile(path, CSV_MARK + (await answer.text()))
  return path
}

const report = await downloadReport()

/** What has to be in the spreadsheet, whatever kind it is. */
function check([headers, ...rows]: Cell[][]): void {
  assert.deepEqual(
    headers?.map(({ text }) => text),
    ['Start', 'Day first', 'Tag', 'Level, °C', 'For', "'=1+1"],
  )
  assert.equal(rows.length, TAGS.length)
  for (const [index, [start, dayFirst, tag, level, lasts]] of rows.entries()) {
    const written = TAGS[index] ?? ''
    assert.equal(start?.type, 'date')
    assert.equal(start.value, at(index * 2).slice(0, 19))
    assert.deepEqual([dayFirst?.type, dayFirst?.text], ['string', `13-02-2026 ${at(index * 2).slice(11, 19)}`])
    assert.deepEqual([level?.type, Number(level?.value)], ['float', -1.25 - index])
    assert.deepEqual([lasts?.type, Number(lasts?.value)], ['float', 1])
    if (written === '-3') assert.deepEqual([tag?.type, Number(tag?.value)], ['float', -3])
    else assert.deepEqual([tag?.type, tag?.text], ['string', /^[=+\-@]/.test(written) ? `'${written}` : written])
  }
  const computed = [headers ?? [], ...rows].flat().filter(({ formula }) => formula !== undefined)
  assert.deepEqual(computed, [])
}

describe(`A report in ${office.version}`, () => {
  test('has every text, number and time as it was, and nothing in it is computed', async () => {
    check(await office.read(report))
  })

  for (const kind of ['xlsx', 'ods'] as const) {
    test(`comes through ${kind} unharmed, and back to CSV`, async () => {
      const spreadsheet = await office.convert(report, kind)
      check(await office.read(spreadsheet))

      const back = await readFile(await office.convert(spreadsheet, 'csv'), 'utf8')
      assert.match(back, /"say ""hi"", ok"/)
      assert.match(back, /Tür offen ✓ 😀/)
      assert.match(back, /'=1\+1/)
      assert.match(back, /,-12\.25,/)
    })
  }
})
