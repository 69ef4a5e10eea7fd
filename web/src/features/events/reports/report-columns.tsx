import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '#ui/icons/icons.ts'
import { ReorderNote } from '#ui/reorder/move-buttons.tsx'
import { reordered } from '#ui/reorder/reordered.ts'
import { useReorder } from '#ui/reorder/use-reorder.ts'
import { ReportColumn } from './report-column.tsx'
import { MOST_COLUMNS } from '@fieldwatch/contract/reports/reports'
import { type ColumnForm, emptyColumn, isLeftEmpty, type ReportForm } from './report-form.ts'
import { firstFormat, firstHeader, formatChoices, type KnownValues } from './report-values.ts'
import classes from './reports.module.css'
import { t } from '../texts.ts'

interface ReportColumnsProps {
  form: UseFormReturnType<ReportForm>
  known: KnownValues
}

/** The columns of a report, in their order. One always stays. */
export function ReportColumns({ form, known }: ReportColumnsProps) {
  const { columns } = form.values
  const reorder = useReorder({
    count: columns.length,
    nameOf: (index) => t('events.report.column.name', { number: index + 1 }),
    onMove: (from, to) => setColumns(reordered(columns, from, to)),
  })

  function setColumns(next: ColumnForm[]): void {
    form.setFieldValue('columns', next)
    // The error of a column stays with it when it is moved.
    if (Object.keys(form.errors).length > 0) form.validate()
  }

  function chooseValue(index: number, value: string): void {
    const column = columns[index]
    if (column !== undefined) form.setFieldValue(`columns.${index}`, withValue(column, value, known))
    for (const part of ['header', 'value', 'format']) form.clearFieldError(`columns.${index}.${part}`)
  }

  return (
    <div className={classes['columns']}>
      {columns.map((column, index) => (
        <ReportColumn
          key={column.key}
          form={form}
          column={column}
          index={index}
          known={known}
          reorder={reorder}
          onValue={(value) => chooseValue(index, value)}
          onRemove={columns.length > 1 ? () => setColumns(columns.toSpliced(index, 1)) : undefined}
        />
      ))}
      <ReorderNote reorder={reorder} />
      <Button
        variant="default"
        className={classes['add'] ?? ''}
        leftSection={<IconPlus size="1em" aria-hidden="true" />}
        disabled={columns.length >= MOST_COLUMNS}
        onClick={() => form.setFieldValue('columns', [...columns, emptyColumn()])}
      >
        {t('events.report.column.add')}
      </Button>
    </div>
  )
}

/** A column with another value: its header and format follow where no one chose them for the value before. */
function withValue(column: ColumnForm, value: string, known: KnownValues): ColumnForm {
  const next = { ...column, value }
  if (isLeftEmpty(next)) return { ...next, format: '' }
  const isOwn = column.header.trim() !== '' && column.header !== firstHeader(column.value, known)
  const fits = column.format !== '' && formatChoices(value, '', known).includes(column.format)
  return {
    ...next,
    header: isOwn ? column.header : firstHeader(value, known),
    format: fits ? column.format : firstFormat(value, known),
  }
}
