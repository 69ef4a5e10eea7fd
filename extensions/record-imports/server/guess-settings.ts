import { isUtf8 } from 'node:buffer'
import type { ImportColumn, ImportSettings, ImportTimeFormat } from '../contract/record-imports.ts'
import { isName, type SourceName } from '@fieldwatch/contract/api/ids'
import { MAX_FIELDS } from '@fieldwatch/contract/telemetry/ingest'
import { chooseFormat } from './choose-format.ts'
import { unitInHeading } from './column-unit.ts'
import { guessColumn, guessDecimals, guessMissing } from './guess-columns.ts'
import { type FileLayout, isValueHeading } from './guess-layout.ts'
import type { CellTally } from './look-at-cells.ts'
import type { FileLook } from './look-at-part.ts'
import { parseTime } from './parse-time.ts'
import { writingOf } from './read-value.ts'

/** Windows-1252 where it is not UTF-8: every sequence of bytes is valid there. */
export function guessEncoding(bytes: Uint8Array): ImportSettings['encoding'] {
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** A file without a line feed has the carriage returns of older computers. */
export function guessLineBreak(bytes: Uint8Array): ImportSettings['lineBreak'] {
  return !bytes.includes(10) && bytes.includes(13) ? 'cr' : 'lf'
}

const FORMATS: readonly ImportTimeFormat[] = ['iso', 'named', 'ymd', 'dmy', 'mdy', 'compact', 'excel']
const FIRST_EPOCH_SECONDS = 1e8
const FIRST_EPOCH_MILLISECONDS = 1e11

/** Formats that fit some times of a file. */
export function possibleFormats(times: readonly string[]): ImportTimeFormat[] {
  const texts = times.map((time) => time.trim()).filter((time) => time !== '')
  const fits = (format: ImportTimeFormat) => (text: string) => parseTime(text, format) !== undefined
  // Only the order of days and months is unknown; ISO 8601 has one.
  if (texts.length > 0 && texts.every(fits('iso'))) return ['iso']
  const found = FORMATS.filter((format) => texts.some(fits(format)))
  if (found.length > 0) return found
  const numbers = texts.map((text) => Number(text.replace(',', '.')))
  if (numbers.some((number) => number >= FIRST_EPOCH_MILLISECONDS)) return ['epoch-ms']
  return numbers.some((number) => number >= FIRST_EPOCH_SECONDS) ? ['epoch-s'] : ['iso']
}

const ZONE_IN_HEADING = /(?:GMT|UTC)\s*([+-−])(\d{1,2})(?::?(\d{2}))?/i

/** The zone that a heading names, such as `GMT-05:00` or `UTC`. */
export function zoneInHeading(heading: string): string | undefined {
  const offset = ZONE_IN_HEADING.exec(heading)
  if (offset !== null && Number(offset[2]) <= 14) {
    const [, sign = '', hours = '', minutes = '00'] = offset
    return `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`
  }
  return /\b(?:UTC|GMT|Zulu)\b|_utc$/i.test(heading) ? 'UTC' : undefined
}

/** A column, or the lines of one series in it, that can become a field. */
export interface Candidate extends Required<ImportColumn> {
  readonly heading: string
  /** What it is measured in, as the file says. */
  readonly measured: string | null
  readonly tally: CellTally
  /** Imported unless a person says otherwise. */
  readonly isWanted: boolean
}

interface Known {
  readonly layout: FileLayout
  readonly look: FileLook
  /** By column. */
  readonly headings: readonly string[]
  readonly unitsBelow: readonly string[]
  readonly source: SourceName
  readonly zone: string
}

/** What a file looks like, and what can be imported of it. */
export function guessSettings({ layout, look, headings, unitsBelow, source, zone }: Known): {
  settings: ImportSettings
  candidates: Candidate[]
} {
  const { timeColumn, clockColumn, dateOrder: _dateOrder, ...kept } = layout
  const tallies = look.series.flatMap(({ cells }) => cells.filter((tally) => tally != null))
  const decimals = guessDecimals(tallies, layout.delimiter)
  const missing = guessMissing(tallies, decimals)
  const candidates = findCandidates({ layout, look, headings, unitsBelow }, { decimals, missing })
  const columns = candidates
    .filter(({ isWanted }) => isWanted)
    .slice(0, MAX_FIELDS)
    .map(({ column, field, type, unit, series }) => ({ column, field, type, unit, series }))
  const second = {
    column: headings.length > 1 ? 1 : 0,
    field: 'value',
    type: 'number',
    unit: null,
    series: null,
  } as const
  const settings = {
    ...kept,
    source,
    decimals,
    missing,
    time: {
      column: timeColumn,
      timeColumn: clockColumn,
      format: chooseFormat(look.times, layout.dateOrder).format,
      zone,
      doubled: 'in-order' as const,
    },
    columns: columns.length > 0 ? columns : [second],
  }
  return { settings, candidates }
}

const UNIT_HEADING = /^(?:units?|uom|einheit|unidad|unité|unit_of_measurement)$/i

function findCandidates(
  { layout: { seriesColumn }, look: { series }, headings, unitsBelow }: Omit<Known, 'source' | 'zone'>,
  written: Pick<ImportSettings, 'decimals' | 'missing'>,
): Candidate[] {
  const names = new Set<string>()
  const reading = writingOf(written)
  const unitColumn = seriesColumn === null ? -1 : headings.findIndex((heading) => UNIT_HEADING.test(heading.trim()))
  const isValue = (column: number): boolean => isValueHeading(headings[column] ?? '')
  const valueColumns = [...headings.keys()].filter(isValue)
  return series.flatMap(({ name, cells }) => {
    const columns = [...cells.entries()].filter(([column, tally]) => tally != null && column !== unitColumn)
    const named = cells[unitColumn]?.firstCells[0]
    const isAlone = columns.length === 1 || valueColumns.length === 1
    return columns.flatMap(([column, tally]): Candidate[] => {
      if (tally == null) return []
      const own = headings[column] ?? `Column ${column + 1}`
      const isNamedAlone = isAlone && (columns.length === 1 || isValue(column))
      const heading = seriesColumn === null ? own : isNamedAlone ? name : `${name}: ${own}`
      const { type, unit } = guessColumn(tally, { ...reading, heading: own.replace(DEVICE_NUMBERS, '') })
      const measured = unit ?? named ?? unitText(unitsBelow[column]) ?? unitInHeading(own) ?? null
      const field = freeName(nameOf(heading, column), names)
      const isWanted = seriesColumn === null || valueColumns.length === 0 || isValue(column)
      const of = { column, series: seriesColumn === null ? null : name }
      return [
        { ...of, heading: heading.replace(DEVICE_NUMBERS, '').trim(), field, type, unit, measured, tally, isWanted },
      ]
    })
  })
}

/** Loggers of Campbell Scientific write RN below the number of a record. */
function unitText(text: string | undefined): string | undefined {
  return text === undefined || text === '' || text === 'RN' ? undefined : text
}

/** A heading may be as long as a line; a name needs its beginning. */
const HEADING_MAX = 200
/** `(LGR S/N: 10420000, SEN S/N: 10420000)`: numbers of devices are no part of a name. */
const DEVICE_NUMBERS = /\((?:LGR|SEN|S\/N)[^)]*\)?/g

/** A heading as the name of a field: `Temperature (°C)` becomes `Temperature_C`. */
export function nameOf(heading: string, column: number): string {
  const plain = heading
    .slice(0, HEADING_MAX)
    .replace(DEVICE_NUMBERS, '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    // Without the look behind, each dash in a row of them would start its own search.
    .replace(/^[_-]+|(?<![_-])[_-]+$/g, '')
    .slice(0, 60)
  const name = /^\d/.test(plain) ? `_${plain}` : plain
  return isName(name) && !/^message_?utc$/i.test(name) ? name : `column_${column + 1}`
}

function freeName(name: string, names: Set<string>): string {
  let free = name
  for (let number = 2; names.has(free); number += 1) free = `${name}_${number}`
  names.add(free)
  return free
}

/** A name for the source, from that of the file. */
export function sourceNameOf(fileName: string): SourceName {
  const name = nameOf(fileName.replace(/\.[^.]*$/, ''), 0)
  return (name === 'column_1' ? 'imported' : name) as SourceName
}
