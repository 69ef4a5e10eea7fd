import type { ImportLine, ImportSummary } from '@fieldwatch/contract/text/imports'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { FormatMenu } from '#shared/downloads/format-menu.tsx'
import { saveSheet } from '#shared/downloads/save-sheet.ts'
import { SuccessNote } from '#ui/components/success-note.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type LineColumn, remarksOf, verdictSheet, verdictText } from './verdict-sheet.ts'
import classes from './imports.module.css'
import { t } from './texts.ts'

interface ImportVerdictProps<Line extends ImportLine> {
  verdict: ImportSummary<Line>
  /** Whether it is done; otherwise it is what would become of the file. */
  applied: boolean
  /** The column that says what a line is about. */
  keyColumn: LineColumn<Line>
  /** How the values of a line were understood; with it all lines are shown from the beginning. */
  readColumn?: LineColumn<Line> | undefined
  /** What the downloaded verdicts are called. */
  fileName: string
}

/** What became, or would become, of each line of a file. */
export function ImportVerdict<Line extends ImportLine>({
  verdict: { counts, lines, linesLeftOut },
  applied,
  keyColumn,
  readColumn,
  fileName,
}: ImportVerdictProps<Line>) {
  const remarked = useMemo(() => lines.filter((line) => remarksOf(line) !== ''), [lines])
  const [chosen, setAll] = useState<boolean>()
  const all = chosen ?? readColumn !== undefined
  const columns: readonly Column<Line>[] = [
    { id: 'line', title: t('imports.table.line'), value: ({ line }) => line, align: 'end' },
    tableColumn(keyColumn),
    ...(readColumn === undefined ? [] : [tableColumn(readColumn)]),
    { id: 'verdict', title: t('imports.table.verdict'), value: ({ verdict }) => verdictText(verdict) },
    { id: 'remarks', title: t('imports.table.remarks'), value: remarksOf, cell: remarkCell },
  ]
  return (
    <Stack gap="xs">
      {applied ? (
        <SuccessNote text={t('imports.verdict.done', counts)} />
      ) : (
        <Text component="output">{t('imports.verdict.preview', counts)}</Text>
      )}
      <Group justify="space-between" gap="xs">
        <Checkbox
          label={t(linesLeftOut === 0 ? 'imports.verdict.show-all' : 'imports.verdict.show-first', {
            lines: lines.length,
          })}
          checked={all}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
        <FormatMenu onChoose={(format) => void saveSheet(verdictSheet(lines, keyColumn, readColumn), fileName, format)}>
          <Button variant="default" size="xs">
            {t('imports.verdict.download')}
          </Button>
        </FormatMenu>
      </Group>
      {linesLeftOut === 0 ? undefined : (
        <Text c="dimmed">{t('imports.verdict.left-out', { lines: lines.length, more: linesLeftOut })}</Text>
      )}
      <DataTable
        label={t('imports.verdict.lines')}
        columns={columns}
        rows={all ? lines : remarked}
        rowId={({ line }) => String(line)}
        rowLabel={({ line }) => t('imports.line', { line })}
        emptyText={t('imports.verdict.empty')}
      />
    </Stack>
  )
}

function tableColumn<Line extends ImportLine>({ id, heading, of }: LineColumn<Line>): Column<Line> {
  return { id, heading, value: of }
}

function remarkCell(line: ImportLine) {
  const remarks = remarksOf(line)
  return remarks === '' ? undefined : <span className={classes['remark']}>{remarks}</span>
}
