import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { RecordImport } from '@fieldwatch/contract/telemetry/record-imports'

/** What became of the lines of a file, in words. */
export function countsText({ lines, added, replaced, unchanged, repeated, refused }: RecordImport['counts']): string {
  const parts = [
    [lines, 'lines'],
    [added, 'new'],
    [replaced, 'in the place of others'],
    [unchanged, 'there already'],
    [repeated, 'with the time of a later line'],
    [refused, 'refused'],
  ] as const
  return `${parts.map(([number, words]) => `${formatCount(number)} ${words}`).join(', ')}.`
}
