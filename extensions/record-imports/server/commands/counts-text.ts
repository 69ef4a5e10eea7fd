import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { RecordImport } from '../../contract/record-imports.ts'

/** What would become of the lines of a file, in words. */
export function checkText({ lines, refused, emptied }: RecordImport['counts']): string {
  const parts = [
    [lines - refused, 'lines are valid'],
    [refused, 'are refused'],
    [emptied, 'cells are left empty'],
  ] as const
  return sentenceOf(parts)
}

/** What became of the lines of a file, in words. */
export function importedText({ lines, added, replaced, unchanged, ...others }: RecordImport['counts']): string {
  const parts = [
    [lines, 'lines'],
    [added, 'new'],
    [replaced, 'updated'],
    [unchanged, 'unchanged'],
    [others.repeated, 'overwritten by a later line'],
    [others.joined, 'joined with lines of the same time'],
    [others.refused, 'refused'],
  ] as const
  return sentenceOf(parts)
}

function sentenceOf(parts: readonly (readonly [number, string])[]): string {
  return `${parts.map(([number, words]) => `${formatCount(number)} ${words}`).join(', ')}.`
}
