import { Loader, Text, Title } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useId, useState } from 'react'
import type { Column, RowAction, TableSort } from './column.ts'
import { TableFooter } from './table-footer.tsx'
import { TableHead } from './table-head.tsx'
import { TableRows } from './table-rows.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { useDataTable, type ServerPaging, type TableSelection } from './use-data-table.ts'
import classes from './data-table.module.css'

interface DataTableProps<Row extends RowData> {
  /** What the table is about, for a screen reader; `title` when that is given. */
  label: string
  /** Shown above the table. */
  title?: string
  /** Stands beside the title: buttons, filters. */
  tools?: ReactNode
  /** Keep the array: a new one on each render sorts the rows anew. */
  columns: readonly Column<Row>[]
  /** Undefined while they are on their way for the first time. Keep the array, as with `columns`. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** How a screen reader names a row, as in "Select Ada Lovelace". */
  rowLabel: (row: Row) => string
  /** Rows can be chosen with checkboxes. */
  selection?: TableSelection | undefined
  /** The menu of a row. */
  actions?: (row: Row) => readonly RowAction[]
  /** What is being waited for: it lies over the rows. */
  loading?: string | undefined
  /** What stands in a table without rows. */
  emptyText?: string
  /** The server sends page by page; left out: `rows` are all there are. */
  server?: ServerPaging
  initialSort?: TableSort
  /** All rows at once, narrow and without pages: for a part of a page that never has many. */
  compact?: boolean
}

const EMPTY_TEXT = 'No data available'

const NO_ROWS: readonly never[] = []

/** The table that every list of the portal uses (specification, document 2, section 2.1). */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, rowLabel, selection, actions, server, loading, compact = false } = props
  const titleId = useId()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const table = useDataTable({
    columns,
    rows: rows ?? NO_ROWS,
    rowId,
    selection,
    server,
    initialSort: props.initialSort,
    paged: !compact,
  })
  const shown = columns.filter(({ hidden }) => hidden !== true)
  const width = shown.length + Number(selection !== undefined) + Number(actions !== undefined)
  const naming = props.title === undefined ? { 'aria-label': props.label } : { 'aria-labelledby': titleId }
  return (
    <div ref={setPlace} className={classes['frame']} aria-busy={rows === undefined || loading !== undefined}>
      {props.title === undefined && props.tools === undefined ? undefined : (
        <div className={classes['top']}>
          {props.title === undefined ? undefined : (
            <Title order={3} size="h5" id={titleId}>
              {props.title}
            </Title>
          )}
          {props.tools}
        </div>
      )}
      <div className={classes['body']}>
        {/* A table that is wider than its place scrolls, by keyboard too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className={classes['scroll']} tabIndex={0} {...naming}>
          <table className={classes['table']} data-compact={compact} {...naming}>
            <TableHead
              table={table}
              columns={shown}
              selectable={selection !== undefined}
              actions={actions !== undefined}
            />
            <tbody>
              {rows === undefined ? (
                <TableSkeleton columns={width} />
              ) : rows.length === 0 ? (
                <tr>
                  <td colSpan={width} className={classes['empty']}>
                    {props.emptyText ?? EMPTY_TEXT}
                  </td>
                </tr>
              ) : (
                <TableRows
                  table={table}
                  columns={shown}
                  rowLabel={rowLabel}
                  selection={selection}
                  actions={actions}
                  place={place}
                />
              )}
            </tbody>
          </table>
        </section>
        <output className={classes['overlay']} data-shown={loading !== undefined}>
          {loading === undefined ? undefined : (
            <>
              <Loader size="sm" aria-hidden="true" />
              <Text component="span">{loading}</Text>
            </>
          )}
        </output>
      </div>
      {compact ? undefined : (
        <TableFooter table={table} label={props.title ?? props.label} selected={selection?.selected.length} />
      )}
    </div>
  )
}
