import { isNoValue, isReadable, readNumber, readTruth } from './read-value.ts'
import { shownCell } from './shown-cell.ts'

/** A cell that can be shown to a person. */
export interface SampleCell {
  readonly line: number
  readonly text: string
}

/** Cells of a column that are written alike, and what is known of them. */
export interface CellClass {
  /** `number`; `word`: it says that there is no value; `code`: a number that loggers write for no value; `other`. */
  readonly kind: 'number' | 'word' | 'code' | 'other'
  /** Whether it is a number with a decimal point, and with a comma. */
  readonly point: boolean
  readonly comma: boolean
  readonly truth: boolean
  /** What is written behind the number; of words and codes the text. */
  readonly unit: string
  /** It can be stored as a text. */
  readonly readable: boolean
  count: number
  /** Least and most with a decimal point, and with a comma. */
  pointRange: [number, number] | null
  commaRange: [number, number] | null
  readonly samples: SampleCell[]
}

/** What the cells of a column are, over the whole file. */
export interface CellTally {
  /** By how they are written. */
  readonly classes: Record<string, CellClass>
  filled: number
  /** Whole numbers with a zero in front, or with more digits than a number keeps. */
  codes: number
  /** The decimal sign is certain: `21,5` or `1.234,5`. */
  surePoint: number
  sureComma: number
  readonly firstCells: string[]
}

export function newTally(): CellTally {
  return { classes: {}, filled: 0, codes: 0, surePoint: 0, sureComma: 0, firstCells: [] }
}

/** A cell as it is counted. */
interface SeenCell {
  readonly key: string
  readonly made: Omit<CellClass, 'count' | 'pointRange' | 'commaRange' | 'samples'>
  readonly point: number
  readonly comma: number
  readonly isCode: boolean
  readonly surePoint: boolean
  readonly sureComma: boolean
}

const MOST_CLASSES = 24
const MOST_SAMPLES = 3
/** Loggers repeat values: so many texts are remembered. */
const REMEMBERED = 20_000

/** -9999 and the like: loggers write them where a sensor fails. */
const NO_VALUE_CODE = /^-(?:9{3,6}(?:[.,]9{1,3}|[.,]0{1,6})?|[67]999|32768)$/
const LEADING_ZERO = /^0\d+$/
const MORE_DIGITS = /^\d{16,}$/
const SURE_POINT = /^[+-]?(?:\d{1,3}(?:[,'’\u00A0\u202F ]\d{3})+\.\d+|\d*\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{4,}\.\d+)(?!\d)/
const SURE_COMMA = /^[+-]?(?:\d{1,3}(?:[.'’\u00A0\u202F ]\d{3})+,\d+|\d*,(?:\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+)(?!\d)/

/** Makes what counts cells into tallies. */
export function createCellCounter(): (tally: CellTally, cell: string, line: number) => void {
  const known = new Map<string, SeenCell>()
  return (tally, cell, line) => {
    const text = cell.trim()
    if (text === '') return
    let seen = known.get(text)
    if (seen === undefined) {
      seen = see(text)
      if (known.size >= REMEMBERED) known.clear()
      known.set(text, seen)
    }
    count(tally, seen, { line, text })
  }
}

function count(tally: CellTally, seen: SeenCell, { line, text }: SampleCell): void {
  tally.filled += 1
  if (seen.isCode) tally.codes += 1
  if (seen.surePoint) tally.surePoint += 1
  if (seen.sureComma) tally.sureComma += 1
  if (tally.firstCells.length < MOST_SAMPLES) tally.firstCells.push(shownCell(text))
  const found = tally.classes[seen.key] ?? addClass(tally, seen)
  found.count += 1
  found.pointRange = widened(found.pointRange, seen.point)
  found.commaRange = widened(found.commaRange, seen.comma)
  if (found.samples.length < MOST_SAMPLES) found.samples.push({ line, text: shownCell(text) })
}

function addClass({ classes }: CellTally, { key, made }: SeenCell): CellClass {
  const isFull = Object.keys(classes).length >= MOST_CLASSES
  const kept = isFull ? { ...made, kind: 'other' as const, point: false, comma: false, truth: false, unit: '' } : made
  return (classes[isFull ? 'rest' : key] ??= { ...kept, count: 0, pointRange: null, commaRange: null, samples: [] })
}

function widened(range: [number, number] | null, value: number): [number, number] | null {
  if (Number.isNaN(value)) return range
  if (range === null) return [value, value]
  if (value < range[0]) range[0] = value
  if (value > range[1]) range[1] = value
  return range
}

/** A number as most loggers write it: a decimal comma would make it another one, or none. */
const PLAIN = /^(-)?(\d{1,15})(?:\.(\d{1,2}|\d{4,}))?$/

function see(text: string): SeenCell {
  const plain = PLAIN.exec(text)
  if (plain !== null && plain[1] === undefined && (plain[2]?.[0] !== '0' || plain[2].length === 1)) {
    const isWhole = plain[3] === undefined
    const number = Number(text)
    return seePlain(number, { isWhole, isTruth: text === '0' || text === '1' })
  }
  if (isNoValue(text)) return ofKind('word', text)
  const point = readNumber(text, 'point')
  const comma = readNumber(text, 'comma')
  const unit = point?.unit ?? comma?.unit ?? ''
  const truth = readTruth(text) !== undefined
  const isNumber = point !== undefined || comma !== undefined
  const isCode = NO_VALUE_CODE.test(text)
  const kind = isCode ? 'code' : isNumber ? 'number' : 'other'
  const made = {
    kind,
    point: point !== undefined,
    comma: comma !== undefined,
    truth,
    unit: isCode ? shownCell(text) : unit,
    readable: isReadable(text),
  } as const
  return {
    key: `${kind} ${Number(made.point)}${Number(made.comma)}${Number(truth)}${Number(made.readable)} ${made.unit}`,
    made,
    point: point?.number ?? NaN,
    comma: comma?.number ?? NaN,
    isCode: LEADING_ZERO.test(text) || MORE_DIGITS.test(text),
    surePoint: isNumber && SURE_POINT.test(text),
    sureComma: isNumber && SURE_COMMA.test(text),
  }
}

function seePlain(number: number, { isWhole, isTruth }: { isWhole: boolean; isTruth: boolean }): SeenCell {
  const made = { kind: 'number', point: true, comma: isWhole, truth: isTruth, unit: '', readable: true } as const
  return {
    key: `number 1${Number(isWhole)}${Number(isTruth)}1 `,
    made,
    point: number,
    comma: isWhole ? number : NaN,
    isCode: false,
    surePoint: !isWhole,
    sureComma: false,
  }
}

function ofKind(kind: 'word', text: string): SeenCell {
  const unit = shownCell(text)
  const made = { kind, point: false, comma: false, truth: false, unit, readable: isReadable(text) }
  return { key: `${kind} ${unit}`, made, point: NaN, comma: NaN, isCode: false, surePoint: false, sureComma: false }
}
