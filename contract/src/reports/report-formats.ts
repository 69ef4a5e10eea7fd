import { type FieldType, parseIso8601 } from '../telemetry/data.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/durations.ts'

/**
 * How values are written in reports (specification, document 2, section 5): which formats a value can have follows from what a sample
 * of it is.
 */

/** What a cell of a report can hold before it is written. */
export type ReportValue = string | number | boolean | null | undefined

const DATE_FORMATS = ['DD-MM-YYYY', 'DD/MM/YYYY', 'MM-DD-YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD', 'YYYY/MM/DD'] as const

/** The formats of each type of value, in the order in which they are offered. */
export const REPORT_FORMATS = {
  date: DATE_FORMATS,
  duration: ['days HH:MM:SS', 'HH:MM:SS', 'HH:MM', 'MM:SS', 'hours', 'minutes', 'seconds', 'milliseconds'],
  'date-time': DATE_FORMATS.map((format) => `${format} HH:MM:SS` as const),
  text: ['string', 'uppercase', 'lowercase', 'capitalize'],
  integer: ['integer', 'string'],
  decimal: ['2 Decimal', '3 Decimal', '4 Decimal', '5 Decimal', '6 Decimal', '7 Decimal', 'scientific'],
  boolean: ['boolean', 'yes/no', 'true/false', '1/0'],
} as const

export type SampleType = keyof typeof REPORT_FORMATS
export type ReportFormat = (typeof REPORT_FORMATS)[SampleType][number]

/** All formats, each once. */
export const ALL_REPORT_FORMATS: readonly ReportFormat[] = [...new Set(Object.values(REPORT_FORMATS).flat())]

interface SampleOrigin {
  /** The column that the sample is from: `duration` holds milliseconds. */
  readonly column: string
  /** The type of the field, where it is known: 20 may be a sample of a decimal. */
  readonly fieldType?: FieldType | undefined
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** What a sample of a value is. A column without a sample is one of texts, unless its name or its field says more. */
export function sampleTypeOf(sample: ReportValue, { column, fieldType }: SampleOrigin): SampleType {
  if (column === 'duration') return 'duration'
  if (column === 'startUTC' || column === 'endUTC') return 'date-time'
  if (typeof sample === 'boolean' || fieldType === 'bool') return 'boolean'
  if (fieldType === 'float') return 'decimal'
  if (typeof sample === 'number') return Number.isInteger(sample) ? 'integer' : 'decimal'
  if (fieldType === 'int') return 'integer'
  if (typeof sample !== 'string') return 'text'
  if (DATE.test(sample)) return 'date'
  return DATE_TIME.test(sample) && !Number.isNaN(parseIso8601(sample)) ? 'date-time' : 'text'
}

/** The words of formats. */
export interface ReportWords {
  readonly yes: string
  readonly no: string
  /** A duration of whole days and HH:MM:SS. */
  readonly duration: (days: number, time: string) => string
}

interface ReportReader {
  /** An IANA time zone in which moments are written. */
  readonly timeZone: string
  /** English when left out. */
  readonly words?: ReportWords | undefined
}

const ENGLISH: ReportWords = { yes: 'yes', no: 'no', duration: (days, time) => `${days} days ${time}` }

/** A value in a format; as it is where the format is none of its own. */
type WriteReportValue = (value: ReportValue, format: ReportFormat | '') => ReportValue

/** @throws RangeError for a time zone that is not known */
export function createReportWriter({ timeZone, words = ENGLISH }: ReportReader): WriteReportValue {
  const wallTime = createWallClock(timeZone)
  return (value, format) => {
    if (value === null || value === undefined || format === '') return value
    switch (typeof value) {
      case 'boolean':
        return writeBoolean(value, format, words)
      case 'number':
        return writeNumber(value, format, words)
      default:
        return writeMoment(value, format, wallTime) ?? writeText(value, format)
    }
  }
}

function writeBoolean(value: boolean, format: ReportFormat, { yes, no }: ReportWords): ReportValue {
  switch (format) {
    // What spreadsheets read as a truth value, and not as a text.
    case 'boolean':
      return value ? 'TRUE' : 'FALSE'
    case 'yes/no':
      return value ? yes : no
    case '1/0':
      return value ? '1' : '0'
    default:
      return value
  }
}

const DECIMALS = /^([2-7]) Decimal$/

function writeNumber(value: number, format: ReportFormat, words: ReportWords): ReportValue {
  const digits = DECIMALS.exec(format)?.[1]
  // What rounds to nothing has no sign.
  if (digits !== undefined) return value.toFixed(Number(digits)).replace(/^-(?=[0.]+$)/, '')
  if (format === 'scientific') return value.toExponential()
  return writeDuration(value, format, words) ?? value
}

/** Milliseconds; what is smaller than the smallest part that a format shows is left out. */
function writeDuration(ms: number, format: ReportFormat, words: ReportWords): ReportValue {
  const [days, hours, minutes] = [Math.floor(ms / DAY_MS), Math.floor(ms / HOUR_MS), Math.floor(ms / MINUTE_MS)]
  const inMinute = two(Math.floor(ms / SECOND_MS) % 60)
  switch (format) {
    case 'days HH:MM:SS':
      return words.duration(days, `${two(hours % 24)}:${two(minutes % 60)}:${inMinute}`)
    case 'HH:MM:SS':
      return `${two(hours)}:${two(minutes % 60)}:${inMinute}`
    case 'HH:MM':
      return `${two(hours)}:${two(minutes % 60)}`
    case 'MM:SS':
      return `${two(minutes)}:${inMinute}`
    case 'hours':
      return inUnit(ms, HOUR_MS)
    case 'minutes':
      return inUnit(ms, MINUTE_MS)
    case 'seconds':
      return inUnit(ms, SECOND_MS)
    default:
      return undefined
  }
}

/** To a millionth, which preserves every millisecond. */
function inUnit(ms: number, unit: number): number {
  return Math.round((ms / unit) * 1e7) / 1e7
}

interface WallTime {
  readonly year: string
  readonly month: string
  readonly day: string
  /** HH:MM:SS */
  readonly time: string
}

function writeMoment(value: string, format: ReportFormat, wallTime: (at: number) => WallTime): string | undefined {
  const [dateFormat = '', timeFormat] = format.split(' ')
  if (!DATE_FORMATS.some((known) => known === dateFormat)) return undefined
  const at = timeFormat === undefined ? undefined : parseIso8601(value)
  const moment = at === undefined ? dayOf(value) : Number.isNaN(at) ? undefined : wallTime(at)
  if (moment === undefined) return undefined
  const date = dateFormat.replace('YYYY', moment.year).replace('MM', moment.month).replace('DD', moment.day)
  return timeFormat === undefined ? date : `${date} ${moment.time}`
}

function dayOf(value: string): WallTime | undefined {
  const [, year, month, day] = DATE.exec(value) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  return { year, month, day, time: '00:00:00' }
}

const US_TIME = /^(\d+)\/(\d+)\/(\d+), ([\d:]+)$/

function createWallClock(timeZone: string): (at: number) => WallTime {
  const numeric = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone, ...numeric, ...clock })
  return (at) => {
    // As text it comes three times as fast as part by part.
    const [, month = '', day = '', year = '', time = ''] = US_TIME.exec(formatter.format(at)) ?? []
    return { year, month, day, time }
  }
}

function writeText(value: string, format: ReportFormat): string {
  switch (format) {
    case 'uppercase':
      return value.toUpperCase()
    case 'lowercase':
      return value.toLowerCase()
    case 'capitalize': {
      const [first = '', ...rest] = value
      return first.toUpperCase() + rest.join('').toLowerCase()
    }
    default:
      return value
  }
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
