import {
  createRecordImport,
  previewRecordImport,
  putImportPart,
  startRecordImport,
} from '../contract/record-imports.ts'
import { askJson } from '@fieldwatch/e2e/hostile/ask'
import type { Expected, HostileCase, Outcome, Target } from '@fieldwatch/e2e/hostile/hostile-case'

const MEGABYTE = 1024 * 1024

/** Files that an admin might send as records, each in one part. */
const FILES: Readonly<Record<string, readonly [Expected, () => Buffer]>> = {
  'one line of 4 MiB': ['judged', () => Buffer.alloc(4 * MEGABYTE, '9')],
  'a line of 60,000 columns': ['judged', () => Buffer.from(`${'a,'.repeat(30_000)}\n${'1,'.repeat(30_000)}\n`)],
  'two million empty lines': ['judged', () => Buffer.alloc(2_000_000, '\n')],
  'two million delimiters': ['judged', () => Buffer.alloc(2_000_000, ',')],
  'two million quotation marks': ['judged', () => Buffer.alloc(2_000_000, '"')],
  zeros: ['refused', () => Buffer.alloc(MEGABYTE)],
  gzip: ['refused', () => Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3])],
  'UTF-16': ['refused', () => Buffer.from('\uFEFFtime,level\n2026-01-01,1\n', 'utf16le')],
  'a column called __proto__': ['taken', () => Buffer.from('time,__proto__\n2026-01-01,1\n2026-01-02,2\n')],
  'a heading of 64,000 underscores': [
    'taken',
    () => Buffer.from(`time,a${'_'.repeat(64_000)}a\n2026-01-01,1\n2026-01-02,2\n`),
  ],
  'a file of 250 columns of dashes': [
    'judged',
    () => Buffer.from(`${`a${'-'.repeat(250)}a,`.repeat(250)}\n${'1,'.repeat(250)}\n`),
  ],
  '300,000 lines': ['judged', () => Buffer.from(`time,level\n${'2026-01-01,1\n'.repeat(300_000)}`)],
  '4 MiB of cells that are no numbers': [
    'judged',
    () => Buffer.from(`time,level\n${'2026-01-01T00:00:00Z,none of them\n'.repeat(110_000)}`),
  ],
  '4 MiB of 250 columns': [
    'judged',
    () => Buffer.from(`time${',a'.repeat(250)}\n${`2026-01-01${',1.5'.repeat(250)}\n`.repeat(3_900)}`),
  ],
  '4 MiB of dates that may be read in two ways': [
    'judged',
    () => Buffer.from(`time,level\n${'01/02/03 04:05,1,5\n'.repeat(200_000)}`),
  ],
  'bytes that are no text': [
    'judged',
    () => Buffer.from(Array.from({ length: 4096 }, (_, index) => 128 + (index % 128))),
  ],
}

const SETTINGS = {
  source: 'probe',
  encoding: 'utf-8',
  delimiter: ',',
  decimals: 'point',
  headingLine: null,
  firstLine: 1,
  time: { column: 0, timeColumn: null, format: 'iso', zone: 'UTC', doubled: 'in-order' },
  columns: [{ column: 1, field: 'level', type: 'number' }],
}

const STARTS: Readonly<Record<string, object>> = {
  'a time zone that is none': { ...SETTINGS, time: { ...SETTINGS.time, zone: '../../etc/passwd' } },
  'columns beyond all others': { ...SETTINGS, columns: [{ column: 1e9, field: 'level', type: 'number' }] },
  '300 fields': {
    ...SETTINGS,
    columns: Array.from({ length: 300 }, (_, column) => ({ column, field: `f${column}`, type: 'number' })),
  },
  'the source of results': { ...SETTINGS, source: 'action_result' },
}

/** Imports of records that an admin of one entity might try on all others. */
export function hostileCases(): HostileCase[] {
  return [
    ...Object.entries(FILES).map(([what, [expected, write]]) =>
      caseOf(`a file of ${what}`, expected, (target) => look(target, write())),
    ),
    ...Object.entries(STARTS).map(([what, settings]) =>
      caseOf(`an import with ${what}`, 'refused', async (target) => {
        const importID = await upload(target, Buffer.from('2026-01-01,1\n'))
        return askJson(target, { path: startRecordImport.path, body: JSON.stringify({ importID, settings }) })
      }),
    ),
    caseOf('a file of 9,000 GB', 'refused', (target) => begin(target, 9e12)),
  ]
}

function caseOf(name: string, expected: Expected, send: HostileCase['send']): HostileCase {
  return { kind: 'imports of records', name, expected, send }
}

async function look(target: Target, bytes: Buffer): Promise<Outcome> {
  const importID = await upload(target, bytes)
  return askJson(target, { path: previewRecordImport.path, body: JSON.stringify({ importID }) })
}

/** Sends a file in one part, and returns the number of its import. */
async function upload(target: Target, bytes: Buffer): Promise<number> {
  const response = await fetch(`http://${target.host}:${target.httpPort}${createRecordImport.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ dataID: target.dataID, fileName: 'a.csv', fileBytes: bytes.length }),
  })
  const { details } = createRecordImport.reply.parse(await response.json())
  const form = new FormData()
  form.append('importID', String(details.importID))
  form.append('part', '0')
  form.append('file', new File([new Uint8Array(bytes)], 'part'))
  await fetch(`http://${target.host}:${target.httpPort}${putImportPart.path}`, {
    method: putImportPart.method,
    headers: { authorization: `Bearer ${target.admin}` },
    body: form,
  })
  return details.importID
}

function begin(target: Target, fileBytes: number): Promise<Outcome> {
  const body = JSON.stringify({ dataID: target.dataID, fileName: 'a.csv', fileBytes })
  return askJson(target, { path: createRecordImport.path, body })
}
