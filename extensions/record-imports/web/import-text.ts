import { formatDuration } from '@fieldwatch/contract/time/duration-text'
import { formatClock, formatDate, formatMoment, type Reader } from '@fieldwatch/contract/time/moment-text'
import { isTimeZone } from '@fieldwatch/contract/time/time-zone'
import { numberText } from '@fieldwatch/contract/text/number-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type {
  ImportLayout,
  ImportPreview,
  ImportSettings,
  ImportTimes,
  ImportValues,
  RecordImport,
} from '../contract/record-imports.ts'
import { t } from './texts.ts'

/** Whether a server works on it, or will. */
export function isUnderWay({ state }: Pick<RecordImport, 'state'>): boolean {
  return state === 'checking' || state === 'running' || state === 'undoing'
}

export function mayUndo({ state, counts }: Pick<RecordImport, 'state' | 'counts'>): boolean {
  return (state === 'done' || state === 'cancelled' || state === 'failed') && counts.added + counts.replaced > 0
}

/** Where an import is, in a few words. */
export function stateText({ state, progress, checked, failure }: RecordImport): string {
  const percent = Math.floor(progress * 100)
  switch (state) {
    case 'ready':
      return t(checked ? 'record-imports.state.checked' : 'record-imports.state.ready')
    case 'checking':
    case 'running':
      return t(`record-imports.state.${state}`, { percent })
    case 'failed':
      return t('record-imports.state.failed', { reason: failure ?? '' })
    default:
      return t(`record-imports.state.${state}`)
  }
}

/** How much of a file was read: `12.6 of 41.9 MB, 210,000 lines`. */
export function readText({
  progress,
  fileBytes,
  counts: { lines },
}: Pick<RecordImport, 'progress' | 'fileBytes' | 'counts'>): string {
  const size = (bytes: number): string => numberText(bytes / 1_000_000, { least: 1, most: 1 })
  return t('record-imports.progress.read', { read: size(progress * fileBytes), all: size(fileBytes), lines })
}

/** Counted in this order; what was refused comes early, as the rest may be cut. */
const COUNTED = ['added', 'refused', 'emptied', 'replaced', 'unchanged', 'joined', 'repeated'] as const

/** What became of the lines of a file. */
export function countsText({ counts }: Pick<RecordImport, 'counts'>): string {
  return COUNTED.filter((kind) => counts[kind] > 0 || kind === 'added')
    .map((kind) => t(`record-imports.counts.${kind}`, { count: counts[kind] }))
    .join(', ')
}

/** What a check of a file found. */
export function checkText({ counts: { lines, refused, emptied } }: Pick<RecordImport, 'counts'>): string {
  const good = lines - refused
  const found =
    refused === 0 ? t('record-imports.check.good', { good }) : t('record-imports.check.refused', { good, refused })
  return emptied === 0 ? found : `${found} ${t('record-imports.check.emptied', { emptied })}`
}

/** The note about times that clocks showed twice. */
export function doubledText({ counts: { doubled } }: Pick<RecordImport, 'counts'>): string | undefined {
  return doubled === 0 ? undefined : t('record-imports.check.doubled', { doubled })
}

/** Texts of the choices. */
export const DELIMITER_TEXT = {
  ',': 'record-imports.delimiter.comma',
  ';': 'record-imports.delimiter.semicolon',
  '\t': 'record-imports.delimiter.tab',
  '|': 'record-imports.delimiter.bar',
} as const
export const DECIMALS_TEXT = { point: '1234.5', comma: '1234,5' } as const

/** Where the table of a file is. */
export function layoutOf({ time, ...settings }: ImportSettings): ImportLayout {
  const { encoding, lineBreak, delimiter, comment, headingLine, firstLine, seriesColumn } = settings
  const places = { timeColumn: time.column, clockColumn: time.timeColumn }
  return { encoding, lineBreak, delimiter, comment, headingLine, firstLine, seriesColumn, ...places }
}

/** Whether the whole file was looked at as the settings read it. */
export function isLooked({ looked, settings: seen }: ImportPreview, { time }: ImportSettings): boolean {
  return looked === 1 && seen.time.zone === time.zone && seen.time.doubled === time.doubled
}

interface FileReader extends Reader {
  readonly timeFormat: TimeFormat
}

/** The zone of a file, or that of the reader where the browser does not know it. */
function knownReader({ timeFormat, timeZone }: FileReader): FileReader {
  return { timeFormat, timeZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined }
}

/** A time as the clock of the file shows it. */
export function fileMoment(at: number, reader: FileReader): string {
  const { timeFormat, ...known } = knownReader(reader)
  return formatMoment(at, timeFormat, known)
}

/** `5 Jan 2025, 00:00 to 20 Jan 2025, 23:00, every 1 h`. */
export function rangeText(times: ImportTimes, reader: FileReader): string {
  const { firstUTC, lastUTC, shortestMs, longestMs, usualMs } = times
  if (firstUTC === null || lastUTC === null) return t('record-imports.look.no-times')
  const known = knownReader(reader)
  const text = (utc: string): string => {
    const at = Date.parse(utc)
    return `${formatDate(at, known)}, ${formatClock(at, { ...known, seconds: at % 60_000 !== 0 })}`
  }
  const range = { first: text(firstUTC), last: text(lastUTC) }
  if (shortestMs === null || longestMs === null || usualMs === null) return t('record-imports.look.range', range)
  if (shortestMs === longestMs) return t('record-imports.look.every', { ...range, step: formatDuration(shortestMs) })
  return t('record-imports.look.steps', {
    ...range,
    usual: formatDuration(usualMs),
    shortest: formatDuration(shortestMs),
    longest: formatDuration(longestMs),
  })
}

/** In which zone times are read. */
export function zoneText({ format, zoned, read }: ImportTimes, { zone }: ImportSettings['time']): string {
  const written = t(`record-imports.format.${format}`)
  if (format === 'epoch-s' || format === 'epoch-ms') return written
  if (zoned === 0) return t('record-imports.look.zone', { written, zone })
  return zoned === read
    ? t('record-imports.look.zoned', { written })
    : t('record-imports.look.zoned-some', { written, zone })
}

const DIGITS = { least: 0, most: 6 } as const

/** What the cells of a column are: their range or examples, and those that mean no value. */
export function cellsText({ type, least, most, samples, filled, missing }: ImportValues): string {
  const range = { least: numberText(least ?? 0, DIGITS), most: numberText(most ?? 0, DIGITS) }
  const isRange = type === 'number' && least !== null && most !== null
  return [
    isRange ? t('record-imports.cells.range', range) : samples.join(' · '),
    t('record-imports.cells.filled', { count: filled }),
    ...(missing.count === 0
      ? []
      : [t('record-imports.cells.missing', { count: missing.count, words: missing.words.join(', ') })]),
  ].join(' · ')
}

/** Which cells of a column are left empty. */
export function oddText({ type, odd: { count, samples } }: ImportValues): string {
  const examples = samples.map(({ line, text }) => t('record-imports.cells.example', { line, text })).join(', ')
  return t(`record-imports.cells.odd.${type}`, { count, examples })
}
