import { Loader, Skeleton, Text, Title } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useId, useState } from 'react'
import type { Column, RowAction, TableSort } from './column.ts'
import { useIsPhone } from '#ui/components/use-is-phone.ts'
import { CardsBar } from './cards-bar.tsx'
import { CardsSkeleton, EmptyCards, TableCards } from './table-cards.tsx'
import { SelectAll } from './select-all.tsx'
import { TableFooter } from './table-footer.tsx'
import { TableHead } from './table-head.tsx'
import { TableRows } from './table-rows.tsx'
import { TableScroll } from './table-scroll.tsx'
import { type ServerPaging, type TableSelection, useDataTable } from './use-data-table.ts'
import classes from './data-table.module.css'
import { DEFAULT_PAGE_SIZE } from './table-paging.ts'
import { t } from './texts.ts'

interface DataTableProps<Row extends RowData> {
  /** What the table is about, for a screen reader; `title` when that is given. */
  label: string
  /** Shown above the table. */
  title?: string
  /** Shown beside the title: buttons, filters. */
  tools?: ReactNode
  /** Keep the array: a new one on each render sorts the rows again. */
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
  /** The content of a table without rows. */
  emptyText?: string
  /** The server sends page by page; left out: `rows` are all there are. */
  server?: ServerPaging
  initialSort?: TableSort
  /** Whether headings sort; true when left out. */
  sortable?: boolean
  /** All rows at once, narrow and without pages: for a part of a page that never has many. */
  compact?: boolean
}

/** A table with more columns becomes a list of cards on a phone. */
const COLUMNS_OF_A_PHONE = 3

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
    sortable: props.sortable ?? true,
    paged: !compact,
  })
  const shown = columns.filter(({ hidden }) => hidden !== true)
  const cards = useIsPhone() && shown.length > COLUMNS_OF_A_PHONE
  const width = shown.length + Number(selection !== undefined) + Number(actions !== undefined)
  const naming = props.title === undefined ? { 'aria-label': props.label } : { 'aria-labelledby': titleId }
  const emptyText = props.emptyText ?? t('table.empty')
  const body = { table, columns: shown, rowLabel, selection, actions, place }
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
        {selection === undefined ? undefined : (
          <SelectAll table={table} selection={selection} ofServer={server !== undefined} />
        )}
        {cards ? (
          <>
            <CardsBar table={table} columns={shown} selectable={selection !== undefined} />
            {rows === undefined ? (
              <CardsSkeleton />
            ) : rows.length === 0 ? (
              <EmptyCards text={emptyText} />
            ) : (
              <TableCards {...body} compact={compact} naming={naming} />
            )}
          </>
        ) : (
          <TableScroll pinned={actions !== undefined} naming={naming}>
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
                      {emptyText}
                    </td>
                  </tr>
                ) : (
                  <TableRows {...body} />
                )}
              </tbody>
            </table>
          </TableScroll>
        )}
        <output className={classes['overlay']} data-shown={loading !== undefined}>
          {loading === undefined ? undefined : (
            <>
              <Loader size="sm" aria-hidden="true" />
              <Text component="span">{loading}</Text>
            </>
          )}
        </output>
      </div>
      {compact || rows?.length === 0 ? undefined : (
        <TableFooter
          table={table}
          label={props.title ?? props.label}
          selected={selectedCount(selection, table.rowCount)}
        />
      )}
    </div>
  )
}

function selectedCount(selection: TableSelection | undefined, rowCount: number): number | undefined {
  return selection?.selected === 'all' ? rowCount : selection?.selected.length
}

interface TableSkeletonProps {
  /** How many cells a row has. */
  columns: number
}

/** The rows while they are on their way for the first time. */
function TableSkeleton({ columns }: TableSkeletonProps) {
  return Array.from({ length: DEFAULT_PAGE_SIZE / 2 }, (_row, row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: columns }, (_cell, cell) => (
        <td key={cell}>
          <Skeleton height="0.75em" />
        </td>
      ))}
    </tr>
  ))
}
