import { Checkbox } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { cellText } from './cell-text.ts'
import type { Column, RowAction } from './column.ts'
import { RowMenu } from './row-menu.tsx'
import type { DataTable, TableSelection } from './use-data-table.ts'
import classes from './data-table.module.css'
import { t } from './texts.ts'

export interface TableRowsProps<Row extends RowData> {
  table: DataTable<Row>
  columns: readonly Column<Row>[]
  rowLabel: (row: Row) => string
  selection: TableSelection | undefined
  actions: ((row: Row) => readonly RowAction[]) | undefined
  /** Where the menus of the rows hang. */
  place: HTMLElement | null
}

export function TableRows<Row extends RowData>(props: TableRowsProps<Row>) {
  const { table, columns, rowLabel, selection, actions, place } = props
  return table.model.getRowModel().rows.map((row) => {
    const { original } = row
    const selected = row.getIsSelected()
    return (
      <tr key={row.id} data-selected={selected}>
        {selection === undefined ? undefined : (
          <td className={classes['check']}>
            <Checkbox
              aria-label={t('table.select.row', { row: rowLabel(original) })}
              checked={selected}
              onChange={row.getToggleSelectedHandler()}
            />
          </td>
        )}
        {columns.map((column) => (
          <Cell key={column.id} column={column} row={original} />
        ))}
        {actions === undefined ? undefined : (
          <td className={classes['actions']}>
            <RowMenu
              label={t('table.actions.row', { row: rowLabel(original) })}
              actions={actions(original)}
              place={place}
            />
          </td>
        )}
      </tr>
    )
  })
}

interface CellProps<Row> {
  column: Column<Row>
  row: Row
}

function Cell<Row>({ column, row }: CellProps<Row>) {
  const shown = column.cell === undefined ? cellText(column.value(row)) : column.cell(row)
  return (
    <td data-align={column.align} title={typeof shown === 'string' ? shown : undefined}>
      {shown}
    </td>
  )
}
