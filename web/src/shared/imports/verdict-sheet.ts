import type { ImportLine, ImportVerdict } from '@fieldwatch/contract/text/imports'
import type { ShortSheet } from '#shared/downloads/save-sheet.ts'
import { t } from './texts.ts'

export function verdictText(verdict: ImportVerdict): string {
  return t(`imports.verdict.${verdict}`)
}

/** What is to be said of a line. */
export function remarksOf({ errors, warnings }: Pick<ImportLine, 'errors' | 'warnings'>): string {
  return [...errors, ...warnings].join(' ')
}

/** A column about the lines of an import. */
export interface LineColumn<Line extends ImportLine> {
  readonly id: string
  readonly heading: string
  readonly of: (line: Line) => string
}

/** The verdicts as a table, with the column that says what a line is about, and the one that says how it was read. */
export function verdictSheet<Line extends ImportLine>(
  lines: readonly Line[],
  key: LineColumn<Line>,
  read?: LineColumn<Line>,
): ShortSheet {
  const columns = read === undefined ? [key] : [key, read]
  return {
    name: t('imports.table.verdict'),
    headings: [
      t('imports.table.line'),
      ...columns.map(({ heading }) => heading),
      t('imports.table.verdict'),
      t('imports.table.errors'),
      t('imports.table.warnings'),
    ],
    rows: lines.map((line) => [
      line.line,
      ...columns.map(({ of }) => of(line)),
      verdictText(line.verdict),
      line.errors.join(' '),
      line.warnings.join(' '),
    ]),
  }
}
