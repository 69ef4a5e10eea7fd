import { formatCount, numberText } from '@fieldwatch/contract/text/number-text'
import type { ImportTimeFormat, RecordImport } from '@fieldwatch/contract/telemetry/record-imports'

const count = (number: number): string => formatCount(number)
const percent = (share: number): string => `${Math.floor(share * 100)} %`

/** Whether a server works on it, or will. */
export function isUnderWay({ state }: Pick<RecordImport, 'state'>): boolean {
  return state === 'checking' || state === 'running' || state === 'undoing'
}

export function mayUndo({ state, counts }: Pick<RecordImport, 'state' | 'counts'>): boolean {
  return (state === 'done' || state === 'cancelled' || state === 'failed') && counts.added + counts.replaced > 0
}

/** Where an import is, in a few words. */
export function stateText({ state, progress, checked, failure }: RecordImport): string {
  switch (state) {
    case 'uploading':
      return 'Not all of the file has arrived'
    case 'ready':
      return checked ? 'Checked, not imported' : 'Not imported yet'
    case 'checking':
      return `Being checked, ${percent(progress)}`
    case 'running':
      return `Being imported, ${percent(progress)}`
    case 'done':
      return 'Imported'
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return `Failed. ${failure ?? ''}`
    case 'undoing':
      return 'Being undone'
    default:
      return 'Undone'
  }
}

/** How much of a file was read: `12.6 of 41.9 MB, 210,000 lines`. */
export function readText({
  progress,
  fileBytes,
  counts,
}: Pick<RecordImport, 'progress' | 'fileBytes' | 'counts'>): string {
  const size = (bytes: number): string => numberText(bytes / 1_000_000, { least: 1, most: 1 })
  return `${size(progress * fileBytes)} of ${size(fileBytes)} MB, ${count(counts.lines)} lines`
}

/** What became of the lines of a file; what was refused comes early, as the rest may be cut. */
export function countsText({ counts }: Pick<RecordImport, 'counts'>): string {
  const { added, replaced, unchanged, repeated, refused } = counts
  const parts = [
    [added, 'new'],
    [refused, 'refused'],
    [replaced, 'in the place of others'],
    [unchanged, 'there already'],
    [repeated, 'with the time of a later line'],
  ] as const
  return parts
    .filter(([number], index) => number > 0 || index === 0)
    .map(([number, words]) => `${count(number)} ${words}`)
    .join(', ')
}

/** What a check of a file found. */
export function checkText({ counts: { lines, refused } }: Pick<RecordImport, 'counts'>): string {
  const good = lines - refused
  return refused === 0
    ? `All ${count(good)} lines are good.`
    : `${count(good)} lines are good, ${count(refused)} are refused.`
}

/** What is told of times that clocks showed twice. */
export function doubledText({ counts: { doubled } }: Pick<RecordImport, 'counts'>): string | undefined {
  if (doubled === 0) return undefined
  return `${count(doubled)} ${doubled === 1 ? 'line has a time' : 'lines have times'} that clocks showed twice, when they were set back.`
}

export const TIME_FORMAT_TEXT: Readonly<Record<ImportTimeFormat, string>> = {
  iso: '2026-11-22 08:15:00 (ISO 8601)',
  ymd: '2026/11/22 08:15 (year first)',
  dmy: '22.11.2026 08:15 (day first)',
  mdy: '11/22/2026 8:15 AM (month first)',
  'epoch-s': '1795680900 (seconds since 1970)',
  'epoch-ms': '1795680900000 (milliseconds since 1970)',
}

export const DELIMITER_TEXT = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' } as const
export const DECIMALS_TEXT = { point: '1234.5', comma: '1234,5' } as const
export const DOUBLED_TEXT = {
  'in-order': 'By the order of the lines',
  earlier: 'Always the first time',
  later: 'Always the second time',
} as const
export const TYPE_TEXT = { number: 'Number', text: 'Text', boolean: 'True or false' } as const
