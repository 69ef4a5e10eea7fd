import { importSimCsv, importSims } from '@fieldwatch/contract/units/sims'
import { checkUnitImport } from '@fieldwatch/contract/units/unit-imports'
import { updateUnits } from '@fieldwatch/contract/units/unit-jobs'
import { askJson } from '../ask.ts'
import { type Expected, type HostileCase, onlyInBenchmark } from '../hostile-case.ts'

const ICCID = '8944501234567890124'
const spaces = (count: number): string => ' '.repeat(count)
const lines = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('\n')
const iccid = (index: number): string => `89445012345${String(index).padStart(8, '0')}`

type Files = Readonly<Record<string, readonly [Expected, () => string]>>

const FILES: Files = {
  'a size of 100,000 spaces': ['refused', () => `ICCID,Data Used\n${ICCID},1${spaces(100_000)}!`],
  'a size of 60,000 spaces': ['judged', () => `ICCID,Data Used\n${ICCID},1${spaces(60_000)}!`],
  'sizes of 900 spaces': [
    'judged',
    () => `ICCID,Data Used\n${lines(2000, (index) => `${iccid(index)},1${spaces(900)}!`)}`,
  ],
  'a size of 60,000 commas': ['judged', () => `ICCID;Data Used\n${ICCID};${'1,'.repeat(30_000)}!`],
  'a heading of brackets and spaces': ['judged', () => `ICCID,${'( '.repeat(30_000)}\n${ICCID},1`],
  'a heading of open brackets': ['judged', () => `ICCID,${'('.repeat(60_000)}\n${ICCID},1`],
  '16 MiB of spaces': ['refused', () => spaces(16 * 1024 * 1024)],
  '15 MiB of line breaks': ['refused', () => '\n'.repeat(15 * 1024 * 1024)],
  '15 MiB of commas in one line': ['refused', () => ','.repeat(15 * 1024 * 1024)],
  '15 MiB of quotation marks': ['refused', () => '"'.repeat(8 * 1024 * 1024)],
  'a quotation mark that is never closed': ['refused', () => `ICCID,Label\n"${lines(100_000, iccid)}`],
  '17 MiB': ['refused', () => 'x'.repeat(17 * 1024 * 1024)],
  '100,001 lines': ['refused', () => `ICCID\n${lines(100_001, iccid)}`],
  '100,000 good lines': ['taken', () => `ICCID,Label\n${lines(100_000, (index) => `${iccid(index)},Pump ${index}`)}`],
  '10,000 columns': ['refused', () => `ICCID${lines(10_000, () => ',a').replaceAll('\n', '')}\n${ICCID}`],
  'the same heading 200 times': ['taken', () => `${'ICCID,'.repeat(199)}ICCID\n${ICCID}`],
  formulas: ['taken', () => `ICCID,Label\n${ICCID},"=cmd|' /C calc'!A0"`],
  'half surrogate pairs': ['judged', () => `ICCID,Label\n${ICCID},\uD800`],
  'a NUL': ['judged', () => `ICCID,Label\n${ICCID},a\u0000b`],
  'times of no year': ['judged', () => `ICCID,Last session\n${ICCID},9999-12-31T23:59:59-12:00`],
  'a strange separator in the first line': ['judged', () => `sep=\u0301\nICCID\n${ICCID}`],
  'a separator that is a quotation mark': ['judged', () => `sep="\nICCID\n${ICCID}`],
  nothing: ['refused', () => ''],
}

/** Files whose lines take long to read. */
function longFiles(count: number): Files {
  const many = count.toLocaleString('en')
  const wide = (count * 3) / 20
  return {
    [`${wide.toLocaleString('en')} lines of 1,000 commas`]: [
      'judged',
      () => `ICCID\n${`${','.repeat(999)}\n`.repeat(wide)}`,
    ],
    [`${many} lines that are none`]: ['taken', () => `ICCID,Status,IP\n${lines(count, () => 'x,y,z')}`],
    [`${many} times one card`]: ['taken', () => `ICCID\n${lines(count, () => ICCID)}`],
    [`${many} units that are none`]: [
      'taken',
      () => `ICCID,Unit\n${lines(count, (index) => `${iccid(index)},unit-${index}`)}`,
    ],
  }
}

const LISTS: Files = {
  '10,001 cards': ['refused', () => `[${lines(10_001, () => `{"iccid":"${ICCID}"}`).replaceAll('\n', ',')}]`],
  '10,000 cards that are none': ['taken', () => `[${lines(10_000, () => '{"a":[]}').replaceAll('\n', ',')}]`],
  '2 million empty objects': ['refused', () => `[${'{},'.repeat(2_000_000)}{}]`],
  'a card of 100,000 fields': [
    'taken',
    () => `[{${lines(100_000, (index) => `"f${index}":1`).replaceAll('\n', ',')}}]`,
  ],
  '100,000 levels': ['refused', () => '['.repeat(100_000)],
  'a card of 7 MiB': ['taken', () => `[{"iccid":"${'1'.repeat(7 * 1024 * 1024)}"}]`],
}

const UNIT_FILES: Files = {
  '7 MiB of spaces': ['refused', () => spaces(7 * 1024 * 1024)],
  '7 MiB of quotation marks': ['refused', () => '"'.repeat(7 * 1024 * 1024)],
  '9 MiB': ['refused', () => 'x'.repeat(9 * 1024 * 1024)],
  '10,001 lines': ['refused', () => `dataID,name\n${lines(10_001, (index) => `unit-${index},Unit`)}`],
  '10,000 lines': ['taken', () => `dataID,name\n${lines(10_000, (index) => `unit-${index},Unit`)}`],
  'days that are none': ['judged', () => `dataID,recordDays,summaryDays\nunit-1,${'9'.repeat(60_000)},1e9`],
  '10,000 times one unit': ['taken', () => `dataID\n${lines(10_000, () => 'unit-1')}`],
  'an entity of 60,000 semicolons': ['judged', () => `dataID,entity\nunit-1,"${';'.repeat(60_000)}"`],
  'names of the prototype': ['judged', () => 'dataID,__proto__,constructor\n__proto__,a,b'],
  nothing: ['refused', () => ''],
}

/** As `longFiles`, of units. */
function longUnitFiles(count: number): Files {
  const many = count.toLocaleString('en')
  return {
    [`${many} units of 100 entities that are none`]: [
      'taken',
      () => `dataID,name,entity\n${lines(count, (index) => `unit-${index},Unit,${'a;'.repeat(100)}`)}`,
    ],
    [`${many} units of 100 labels that are none`]: [
      'taken',
      () => `dataID,name,labels\n${lines(count, (index) => `unit-${index},Unit,${'a;'.repeat(100)}`)}`,
    ],
  }
}

const CHANGES: Files = {
  'a change of 10,001 units': [
    'refused',
    () =>
      `{"dataIDs":[${lines(10_001, (index) => `"unit-${index}"`).replaceAll('\n', ',')}],"change":{"kind":"active","active":true}}`,
  ],
  'a change of 2 million units': [
    'refused',
    () => `{"dataIDs":[${'"a",'.repeat(2_000_000)}"a"],"change":{"kind":"active","active":true}}`,
  ],
  'a change of no kind': ['refused', () => '{"dataIDs":["unit-1"],"change":{"kind":"__proto__"}}'],
}

/**
 * Imports of SIM cards and units, and changes of many units, that an admin of one entity might try on all others. Of the files that take
 * long, the test sends a tenth; the file of 100,000 good lines shows that the whole length is taken.
 */
export function importCases(): HostileCase[] {
  return [
    ...simFileCases(FILES),
    ...simFileCases(longFiles(10_000)),
    ...simFileCases(longFiles(100_000)).map(onlyInBenchmark),
    ...unitFileCases(UNIT_FILES),
    ...unitFileCases(longUnitFiles(1_000)),
    ...unitFileCases(longUnitFiles(10_000)).map(onlyInBenchmark),
    ...Object.entries(CHANGES).map(([what, [expected, write]]) => caseOf(updateUnits.path, what, expected, write)),
    ...Object.entries(LISTS).map(([what, [expected, write]]) =>
      caseOf(importSims.path, what, expected, (entity) => `{"entity":"${entity}","dryRun":true,"sims":${write()}}`),
    ),
  ]
}

function simFileCases(files: Files): HostileCase[] {
  return Object.entries(files).map(([what, [expected, write]]) =>
    caseOf(importSimCsv.path, `a file of ${what}`, expected, (entity) =>
      JSON.stringify({ entity, dryRun: true, csv: write() }),
    ),
  )
}

function unitFileCases(files: Files): HostileCase[] {
  return Object.entries(files).map(([what, [expected, write]]) =>
    caseOf(checkUnitImport.path, `a file of units of ${what}`, expected, (entity) =>
      JSON.stringify({ entity, csv: write() }),
    ),
  )
}

function caseOf(path: string, name: string, expected: Expected, write: (entity: string) => string): HostileCase {
  return {
    kind: 'imports',
    name,
    expected,
    send: (target) => askJson(target, { path, body: write(target.entity) }),
  }
}
