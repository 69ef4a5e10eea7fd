import { csvLine } from '@fieldwatch/contract/csv'
import type { ImportLine, ImportVerdict } from '@fieldwatch/contract/imports'

export const VERDICT_TEXT: Readonly<Record<ImportVerdict, string>> = {
  created: 'New',
  updated: 'Changed',
  unchanged: 'As before',
  invalid: 'Not valid',
}

/** What is to be said of a line. */
export function remarksOf({ errors, warnings }: Pick<ImportLine, 'errors' | 'warnings'>): string {
  return [...errors, ...warnings].join(' ')
}

/** The verdicts as a file, with the column that tells what a line is about. */
export function verdictCsv<Line extends ImportLine>(
  lines: readonly Line[],
  key: { readonly heading: string; readonly of: (line: Line) => string },
): Blob {
  const body = lines.map((line) =>
    csvLine([line.line, key.of(line), VERDICT_TEXT[line.verdict], line.errors.join(' '), line.warnings.join(' ')]),
  )
  return new Blob([csvLine(['line', key.heading, 'verdict', 'errors', 'warnings']), ...body])
}
