import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { ImportLine, ImportSummary } from '@fieldwatch/contract/text/imports'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { saveCsv } from '#shared/downloads/save-csv.ts'
import { SuccessNote } from '#ui/components/success-note.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type LineColumn, remarksOf, VERDICT_TEXT, verdictCsv } from './verdict-csv.ts'
import classes from './imports.module.css'

interface ImportVerdictProps<Line extends ImportLine> {
  verdict: ImportSummary<Line>
  /** Whether it is done; otherwise it is what would become of the file. */
  applied: boolean
  /** The column that tells what a line is about. */
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
  const summary = summaryText(counts)
  const columns: readonly Column<Line>[] = [
    { id: 'line', value: ({ line }) => line, align: 'end' },
    tableColumn(keyColumn),
    ...(readColumn === undefined ? [] : [tableColumn(readColumn)]),
    { id: 'verdict', value: ({ verdict }) => VERDICT_TEXT[verdict] },
    { id: 'remarks', value: remarksOf, cell: remarkCell },
  ]
  return (
    <Stack gap="xs">
      {applied ? (
        <SuccessNote text={`Imported: ${summary}`} />
      ) : (
        <Text component="output">This file has {summary}</Text>
      )}
      <Group justify="space-between" gap="xs">
        <Checkbox
          label={`Show ${linesLeftOut === 0 ? 'all' : 'the first'} ${formatCount(lines.length)} lines, not only those with remarks`}
          checked={all}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
        <Button variant="default" size="xs" onClick={() => saveCsv(verdictCsv(lines, keyColumn, readColumn), fileName)}>
          Download verdicts
        </Button>
      </Group>
      {linesLeftOut === 0 ? undefined : (
        <Text c="dimmed">
          {formatCount(lines.length)} lines are told of here, those with remarks before others;{' '}
          {formatCount(linesLeftOut)} more are counted.
        </Text>
      )}
      <DataTable
        label="Lines of the file"
        columns={columns}
        rows={all ? lines : remarked}
        rowId={({ line }) => String(line)}
        rowLabel={({ line }) => `Line ${line}`}
        emptyText="No line has a remark."
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

function summaryText({ created, updated, unchanged, invalid }: ImportSummary['counts']): string {
  const count = (number: number): string => formatCount(number)
  return `${count(created)} new, ${count(updated)} changed, ${count(unchanged)} as before, ${count(invalid)} not valid.`
}
