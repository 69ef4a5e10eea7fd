import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '#ui/icons/icons.ts'
import type { RowData } from '@tanstack/react-table'
import { headingText } from './cell-text.ts'
import type { Column } from './column.ts'
import type { DataTable } from './use-data-table.ts'
import classes from './data-table.module.css'
import { t } from './texts.ts'

interface TableHeadProps<Row extends RowData> {
  table: DataTable<Row>
  columns: readonly Column<Row>[]
  selectable: boolean
  actions: boolean
}

export function TableHead<Row extends RowData>({ table, columns, selectable, actions }: TableHeadProps<Row>) {
  const { model, rowCount } = table
  return (
    <thead>
      <tr>
        {selectable ? (
          <th scope="col" className={classes['check']}>
            <Checkbox
              aria-label={t('table.select.rows')}
              checked={model.getIsAllPageRowsSelected()}
              indeterminate={model.getIsSomePageRowsSelected() && !model.getIsAllPageRowsSelected()}
              disabled={rowCount === 0}
              onChange={({ currentTarget }) => model.toggleAllPageRowsSelected(currentTarget.checked)}
            />
          </th>
        ) : undefined}
        {columns.map((column) => (
          <Heading key={column.id} table={table} column={column} />
        ))}
        {actions ? (
          <th scope="col" className={classes['actions']}>
            <VisuallyHidden>{t('table.actions')}</VisuallyHidden>
          </th>
        ) : undefined}
      </tr>
    </thead>
  )
}

const ARROWS = { asc: IconArrowUp, desc: IconArrowDown, none: IconArrowsSort }

const ARIA_SORT = { asc: 'ascending', desc: 'descending', none: 'none' } as const

interface HeadingProps<Row extends RowData> {
  table: DataTable<Row>
  column: Column<Row>
}

function Heading<Row extends RowData>({ table, column }: HeadingProps<Row>) {
  const text = <HeadingText column={column} />
  const model = table.model.getColumn(column.id)
  if (model === undefined || !model.getCanSort()) {
    return (
      <th scope="col" data-align={column.align}>
        {text}
      </th>
    )
  }
  const sorted = model.getIsSorted() || 'none'
  const Arrow = ARROWS[sorted]
  return (
    <th scope="col" data-align={column.align} aria-sort={ARIA_SORT[sorted]}>
      <UnstyledButton
        className={classes['sort'] ?? ''}
        data-sorted={sorted !== 'none'}
        onClick={() => model.toggleSorting()}
      >
        {text}
        <Arrow stroke={1.5} aria-hidden="true" />
      </UnstyledButton>
    </th>
  )
}

/** The heading of a column with its unit, as it is shown above a column and beside a value. */
export function HeadingText<Row>({ column }: { column: Column<Row> }) {
  const text = column.title ?? headingText(column.heading ?? column.id)
  if (column.unit === undefined) return text
  return (
    <span>
      {text} <span className={classes['unit']}>{column.unit}</span>
    </span>
  )
}
