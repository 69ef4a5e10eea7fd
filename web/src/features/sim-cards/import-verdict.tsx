import type { SimImportLine } from '@fieldwatch/contract/sims'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { SuccessNote } from '#ui/components/success-note.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { SimImported } from './sim-mutations.ts'
import classes from './sim-cards.module.css'

const VERDICT_TEXT = { created: 'New', updated: 'Changed', unchanged: 'As before', invalid: 'Not valid' } as const

const COLUMNS: readonly Column<SimImportLine>[] = [
  { id: 'line', value: ({ line }) => line, align: 'end' },
  { id: 'iccid', heading: 'ICCID', value: ({ iccid }) => iccid },
  { id: 'verdict', value: ({ verdict }) => VERDICT_TEXT[verdict] },
  {
    id: 'remarks',
    value: remarksOf,
    cell: (line) => {
      const remarks = remarksOf(line)
      return remarks === '' ? undefined : <span className={classes['remark']}>{remarks}</span>
    },
  },
]

function remarksOf({ errors, warnings }: SimImportLine): string {
  return [...errors, ...warnings].join(' ')
}

interface ImportVerdictProps {
  verdict: SimImported
}

/** What became, or would become, of each line of a file. */
export function ImportVerdict({ verdict: { applied, counts, lines, linesLeftOut } }: ImportVerdictProps) {
  const remarked = useMemo(() => lines.filter(({ errors, warnings }) => errors.length + warnings.length > 0), [lines])
  const [all, setAll] = useState(false)
  const summary = summaryText(counts)
  return (
    <Stack gap="xs">
      {applied ? (
        <SuccessNote text={`Imported: ${summary}`} />
      ) : (
        <Text component="output">This file has {summary}</Text>
      )}
      <Checkbox
        label={`Show ${linesLeftOut === 0 ? 'all' : 'the first'} ${lines.length.toLocaleString('en')} lines, not only those with remarks`}
        checked={all}
        onChange={({ currentTarget }) => setAll(currentTarget.checked)}
      />
      {linesLeftOut === 0 ? undefined : (
        <Text c="dimmed">
          {lines.length.toLocaleString('en')} lines are told of here, those with remarks before others;{' '}
          {linesLeftOut.toLocaleString('en')} more are counted.
        </Text>
      )}
      <DataTable
        label="Lines of the file"
        columns={COLUMNS}
        rows={all ? lines : remarked}
        rowId={({ line }) => String(line)}
        rowLabel={({ line }) => `Line ${line}`}
        emptyText="No line has a remark."
      />
    </Stack>
  )
}

function summaryText({ created, updated, unchanged, invalid }: SimImported['counts']): string {
  const count = (number: number): string => number.toLocaleString('en')
  return `${count(created)} new, ${count(updated)} changed, ${count(unchanged)} as before, ${count(invalid)} not valid.`
}
