import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { exportWorkbook } from '@fieldwatch/contract/telemetry/data'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { createUnit, createUser, send } from '../support/api.ts'
import { startPortal } from '../support/portal.ts'
import { openLibreOffice } from './libre-office.ts'

const START = Date.parse('2026-02-13T01:00:10.250Z')

const portal = await startPortal()
after(() => portal.close())
const office = await openLibreOffice()
after(() => office.close())

async function downloadWorkbook(): Promise<string> {
  const ada = await createUser(portal, { email: 'ada@book.example', entity: 'Book Water' })
  const dataID = 'book-1'
  const unitToken = await createUnit(portal, ada, dataID)
  const records = [
    { messageUTC: START, level: 1.25, on: true, note: '=1+1' },
    { messageUTC: START + 1000, level: -3, on: false, note: '00123 <&> "x" ✓' },
    { messageUTC: START + 2000, level: null },
  ]
  const response = await fetch(portal.url + ingestSource.path.replace(':dataID', dataID).replace(':source', 'tank'), {
    method: 'POST',
    headers: { authorization: `Bearer ${unitToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(records),
  })
  assert.equal(response.status, 200)
  const file = await send(portal, exportWorkbook, {
    token: ada.token,
    params: { dataID, subject: 'tank' },
    query: { timeZone: 'Europe/Berlin' },
  })
  assert.equal(file.status, 200)
  const path = join(office.folder, 'tank.xlsx')
  await writeFile(path, await file.bytes())
  return path
}

describe('a workbook of records in LibreOffice', () => {
  test('has times, numbers, texts and booleans, and no formulas', async () => {
    const [headings, ...rows] = await office.read(await downloadWorkbook())

    assert.deepEqual(
      headings?.map(({ text }) => text),
      ['Time (Europe/Berlin)', 'Received (Europe/Berlin)', 'level', 'note', 'on'],
    )
    assert.deepEqual(
      rows.map(([time, , level, note]) => [time?.type, time?.text, level?.type, level?.value, note?.type, note?.text]),
      [
        ['date', '2026-02-13 02:00:10.250', 'float', '1.25', 'string', '=1+1'],
        ['date', '2026-02-13 02:00:11.250', 'float', '-3', 'string', '00123 <&> "x" ✓'],
        ['date', '2026-02-13 02:00:12.250', undefined, undefined, undefined, undefined],
      ],
    )
    // LibreOffice writes booleans as formulas.
    for (const [, , , note] of rows) assert.equal(note?.formula, undefined)
  })
})
