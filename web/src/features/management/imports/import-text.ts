import { numberText } from '@fieldwatch/contract/text/number-text'
import type { RecordImport } from '@fieldwatch/contract/telemetry/record-imports'
import { t } from '#shared/imports/texts.ts'

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
      return t(checked ? 'imports.state.checked' : 'imports.state.ready')
    case 'checking':
    case 'running':
      return t(`imports.state.${state}`, { percent })
    case 'failed':
      return t('imports.state.failed', { reason: failure ?? '' })
    default:
      return t(`imports.state.${state}`)
  }
}

/** How much of a file was read: `12.6 of 41.9 MB, 210,000 lines`. */
export function readText({
  progress,
  fileBytes,
  counts: { lines },
}: Pick<RecordImport, 'progress' | 'fileBytes' | 'counts'>): string {
  const size = (bytes: number): string => numberText(bytes / 1_000_000, { least: 1, most: 1 })
  return t('imports.progress.read', { read: size(progress * fileBytes), all: size(fileBytes), lines })
}

/** Counted in this order; what was refused comes early, as the rest may be cut. */
const COUNTED = ['added', 'refused', 'replaced', 'unchanged', 'repeated'] as const

/** What became of the lines of a file. */
export function countsText({ counts }: Pick<RecordImport, 'counts'>): string {
  return COUNTED.filter((kind) => counts[kind] > 0 || kind === 'added')
    .map((kind) => t(`imports.counts.${kind}`, { count: counts[kind] }))
    .join(', ')
}

/** What a check of a file found. */
export function checkText({ counts: { lines, refused } }: Pick<RecordImport, 'counts'>): string {
  const good = lines - refused
  return refused === 0 ? t('imports.check.good', { good }) : t('imports.check.refused', { good, refused })
}

/** The note about times that clocks showed twice. */
export function doubledText({ counts: { doubled } }: Pick<RecordImport, 'counts'>): string | undefined {
  return doubled === 0 ? undefined : t('imports.check.doubled', { doubled })
}

/** Texts of the choices. */
export const DELIMITER_TEXT = {
  ',': 'imports.delimiter.comma',
  ';': 'imports.delimiter.semicolon',
  '\t': 'imports.delimiter.tab',
  '|': 'imports.delimiter.bar',
} as const
export const DECIMALS_TEXT = { point: '1234.5', comma: '1234,5' } as const
