import type { ImportColumn, ImportSettings, ImportValueType } from '../contract/record-imports.ts'
import type { CellClass, CellTally, SampleCell } from './look-at-cells.ts'

type Decimals = ImportSettings['decimals']

/** How the cells of a column are read. */
export interface ColumnReading extends Pick<ImportColumn, 'type' | 'unit'> {
  readonly decimals: Decimals
  /** In lower case. */
  readonly missing: ReadonlySet<string>
}

/** What the cells of a column become. */
export interface CellsRead {
  readonly filled: number
  readonly missing: { readonly count: number; readonly words: string[] }
  readonly odd: { readonly count: number; readonly samples: SampleCell[] }
  readonly range: readonly [number, number] | null
}

/** Odd cells that are listed. */
const MOST_SAMPLES = 5

/** What the cells of a column become, read in a way. */
export function readTally({ classes }: CellTally, reading: ColumnReading): CellsRead {
  let filled = 0
  let [missing, odd] = [0, 0]
  let range: [number, number] | null = null
  const words = new Set<string>()
  const samples: SampleCell[] = []
  for (const one of Object.values(classes)) {
    if (isMissing(one, reading)) {
      missing += one.count
      words.add(one.unit)
    } else if (isRead(one, reading)) {
      filled += one.count
      const own = reading.decimals === 'point' ? one.pointRange : one.commaRange
      if (reading.type === 'number' && own !== null)
        range = range === null ? own : [Math.min(range[0], own[0]), Math.max(range[1], own[1])]
    } else {
      odd += one.count
      samples.push(...one.samples)
    }
  }
  const first = samples.toSorted((a, b) => a.line - b.line).slice(0, MOST_SAMPLES)
  return { filled, missing: { count: missing, words: [...words] }, odd: { count: odd, samples: first }, range }
}

function isMissing({ kind, unit }: CellClass, { type, missing }: ColumnReading): boolean {
  if (kind === 'word') return type !== 'text' || missing.has(unit.toLowerCase())
  return kind === 'code' && missing.has(unit.toLowerCase())
}

function isRead(one: CellClass, { type, unit, decimals }: ColumnReading): boolean {
  if (type === 'text') return one.readable
  if (type === 'boolean') return one.truth
  if (!isNumber(one, decimals)) return false
  return one.kind === 'code' || one.unit === '' || one.unit === unit
}

function isNumber({ kind, point, comma }: CellClass, decimals: Decimals): boolean {
  return (kind === 'number' || kind === 'code') && (decimals === 'point' ? point : comma)
}

/** The decimal sign of a file: the one that is certain in most cells. */
export function guessDecimals(tallies: readonly CellTally[], delimiter: ImportSettings['delimiter']): Decimals {
  const point = sum(tallies, ({ surePoint }) => surePoint)
  const comma = sum(tallies, ({ sureComma }) => sureComma)
  if (point !== comma) return comma > point ? 'comma' : 'point'
  const classes = tallies.flatMap((tally) => Object.values(tally.classes)).filter(({ kind }) => kind === 'number')
  const onlyComma = sum(classes, (one) => (one.comma && !one.point ? one.count : 0))
  const onlyPoint = sum(classes, (one) => (one.point && !one.comma ? one.count : 0))
  if (onlyComma !== onlyPoint) return onlyComma > onlyPoint ? 'comma' : 'point'
  // `1,234` between semicolons has a decimal comma; between commas it had to be quoted, as thousands are.
  const hasComma = classes.some(({ samples }) => samples.some(({ text }) => /\d,\d/.test(text)))
  return hasComma && delimiter !== ',' ? 'comma' : 'point'
}

/** Numbers such as -9999 that mean no value: all others of their columns are far away from them. */
export function guessMissing(tallies: readonly CellTally[], decimals: Decimals): string[] {
  const found = new Set<string>()
  for (const { classes } of tallies) {
    const all = Object.values(classes)
    const lowest = all
      .filter((one) => one.kind === 'number' && isNumber(one, decimals))
      .reduce((least, { pointRange, commaRange }) => {
        const range = decimals === 'point' ? pointRange : commaRange
        return Math.min(least, range?.[0] ?? Infinity)
      }, Infinity)
    for (const { kind, unit } of all) {
      if (kind !== 'code') continue
      const code = Number(unit.replace(',', '.'))
      if (lowest > code / 2) found.add(unit)
    }
  }
  return [...found].slice(0, MOST_MISSING)
}
const MOST_MISSING = 20

/** Numbers that name a thing. */
const CODE_WORD = /serial|\bs\/?n\b|serien|série|imei|iccid|imsi|msisdn|barcode|phone|telefon|teléfono/i

/** What a column is: so few odd cells do not change it. */
export function guessColumn(
  tally: CellTally,
  { heading, ...reading }: Pick<ColumnReading, 'decimals' | 'missing'> & { readonly heading: string },
): { type: ImportValueType; unit: string | null } {
  const unit = guessUnit(tally, reading.decimals)
  const isFitting = (type: ImportValueType): boolean => {
    const { filled, odd } = readTally(tally, { ...reading, type, unit })
    return filled > 0 && (odd.count === 0 || odd.count <= (filled + odd.count) / 10 || (odd.count === 1 && filled > 1))
  }
  const isCode = CODE_WORD.test(heading) || (tally.codes > 0 && tally.surePoint + tally.sureComma === 0)
  if (!isCode && isFitting('number')) return { type: 'number', unit }
  return { type: isFitting('boolean') && !isCode ? 'boolean' : 'text', unit: null }
}

/** What most numbers of a column have behind them. */
function guessUnit({ classes }: CellTally, decimals: Decimals): string | null {
  const counts = new Map<string, number>()
  for (const one of Object.values(classes))
    if (one.kind === 'number' && isNumber(one, decimals)) counts.set(one.unit, (counts.get(one.unit) ?? 0) + one.count)
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most === undefined || most[0] === '' ? null : most[0]
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
