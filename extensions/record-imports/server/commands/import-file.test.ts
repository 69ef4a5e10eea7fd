import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createInProcessBus } from '@fieldwatch/server/platform/bus/bus'
import { createLeaseStore } from '@fieldwatch/server/platform/leases/lease-store'
import { createMetrics } from '@fieldwatch/server/platform/metrics/metrics'
import { createMergedReader } from '@fieldwatch/server/records/store/merged-reader'
import { createThreadPool } from '@fieldwatch/server/records/threads/thread-pool'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { createTestDatabase, silentLog } from '@fieldwatch/server/testing/test-database'
import { checkText, importedText } from './counts-text.ts'
import { parseImportArguments } from './import-arguments.ts'
import { importFile, type ImportingParts } from './import-file.ts'

const NOW = Date.parse('2026-11-29T00:00:00Z')

const database = await createTestDatabase()
const { db, pool } = database.background
const workers = createThreadPool({ size: 1 })
const folder = await mkdtemp(join(tmpdir(), 'import-file-'))
after(async () => {
  await workers.close()
  await rm(folder, { recursive: true })
})
await createLeaseStore(db).begin('command', 600_000)
const unit = await buildUnit(db, { entity: await buildEntity(db) })

const printed: string[] = []
const metrics = createMetrics()
const clock = (): number => NOW
const parts: ImportingParts = {
  steering: { db, clock, sourcesPerUnit: 100 },
  running: {
    db,
    pool,
    workers,
    reader: createMergedReader({ db: database.reads.db, control: db, workers, metrics, log: silentLog }),
    bus: createInProcessBus(silentLog),
    clock,
    metrics,
  },
  server: 'command',
  signal: new AbortController().signal,
  print: (line) => void printed.push(line),
}

async function importLines(lines: readonly string[], ...options: string[]) {
  printed.length = 0
  const file = join(folder, 'logger.csv')
  await writeFile(file, lines.join('\n'))
  const command = parseImportArguments(['--unit', unit.dataId, '--source', 'probe', '--file', file, ...options])
  assert.ok(!('undo' in command))
  return importFile(parts, command)
}

const LINES = [
  'Time,Level',
  ...Array.from(
    { length: 50 },
    (_, index) => `2026-01-${10 + (index % 20)} ${10 + Math.floor(index / 20)}:00,${index}`,
  ),
]

describe('the import of a file on the command line', () => {
  it('says of a check how many lines are valid, and not that none are new', async () => {
    const { counts } = await importLines(LINES, '--check')
    assert.equal(checkText(counts), '50 lines are valid, 0 are refused, 0 cells are left empty.')
  })

  it('prints what the file is taken for, and which cells are left empty', async () => {
    const { counts } = await importLines([...LINES, '2026-01-30 10:00,ERR', 'Total,7'], '--zone', 'Europe/Berlin')
    assert.deepEqual(printed.slice(1), [
      'Headings in line 1, records from line 2, delimiter ",", decimal point',
      'Time in column 1 (iso, Europe/Berlin): 2026-01-10T09:00:00.000Z to 2026-01-30T09:00:00.000Z, every 1 d to 18 d 23 h',
      'Column 2 as Level (number); cells left empty: 1 (“ERR” in line 52)',
      'Line 52: Level: “ERR” is not a number.',
      'Line 53: “Total” is not a time in the chosen format.',
    ])
    assert.equal(
      importedText(counts),
      '52 lines, 50 new, 0 updated, 0 unchanged, 0 overwritten by a later line, 0 joined with lines of the same time, 2 refused.',
    )
  })

  it('asks for the order of dates that fit several, and takes it', async () => {
    const lines = ['Time,Level', '01/02/2026 10:00,1', '02/02/2026 10:00,2']
    await assert.rejects(importLines(lines), {
      name: 'ArgumentError',
      message:
        'The dates of the file fit several orders. Choose one: --format dmy (2026-02-01T10:00:00.000Z to 2026-02-02T10:00:00.000Z, every 1 d), ' +
        'or --format mdy (2026-01-02T10:00:00.000Z to 2026-02-02T10:00:00.000Z, every 31 d).',
    })
    const { rows: left } = await pool.query('select from record_import where state = $1', ['ready'])
    assert.equal(left.length, 0)
    const { counts } = await importLines(lines, '--format', 'mdy')
    assert.equal(counts.added, 2)
  })

  it('takes the table and the series where they are said to be', async () => {
    const lines = ['Report of 2026-01-01', 'Time;Who;What', '2026-02-05 10:00;Tank;1', '2026-02-05 10:00;Pump;2']
    const { counts } = await importLines(
      lines,
      '--headings',
      '2',
      '--series',
      'Who',
      '--map',
      'Tank=tank:number',
      '--map',
      'Pump=pump:text',
    )
    assert.deepEqual([counts.added, counts.joined], [1, 1])
    assert.deepEqual(printed.slice(-2), ['Tank as tank (number)', 'Pump as pump (text)'])
  })
})
