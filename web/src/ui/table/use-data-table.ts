import {
  columnVisibilityFeature,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ReactTable,
  type RowData,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { type CellValue, compareCells, isEmpty } from './cell-text.ts'
import type { Column, TableSort } from './column.ts'
import { DEFAULT_PAGE_SIZE, existingPage, type TablePage } from './table-paging.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
  rowSelectionFeature,
})

type DataTableModel<Row extends RowData> = ReactTable<typeof features, Row>

/** The server holds the rows and sends one page of them, sorted. */
export interface ServerPaging {
  readonly rowCount: number
  readonly page: TablePage
  readonly onPage: (page: TablePage) => void
  /** Left out together with `onSort`: the order of the rows is fixed. */
  readonly sort?: TableSort | undefined
  readonly onSort?: (sort: TableSort | undefined) => void
}

/** Which rows are chosen, by their id; `all`: those of all pages of a server. */
export interface TableSelection {
  readonly selected: readonly string[] | 'all'
  readonly onSelect: (ids: string[]) => void
  /** Where the server has the pages: chooses the rows of all of them. Left out: they can't be chosen at once. */
  readonly onSelectAll?: () => void
}

interface DataTableSetting<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly selection: TableSelection | undefined
  readonly server: ServerPaging | undefined
  readonly initialSort: TableSort | undefined
  readonly sortable: boolean
  /** False: all rows are on one page. */
  readonly paged: boolean
}

export interface DataTable<Row extends RowData> {
  readonly model: DataTableModel<Row>
  readonly rowCount: number
  readonly page: TablePage
  readonly setPage: (page: TablePage) => void
}

/** Sorting, paging and selection of a table, by TanStack Table. */
export function useDataTable<Row extends RowData>(setting: DataTableSetting<Row>): DataTable<Row> {
  const { columns, rows, rowId, selection, server } = setting
  const [ownPage, setOwnPage] = useState<TablePage>({ page: 1, pageSize: DEFAULT_PAGE_SIZE })
  const [ownSort, setOwnSort] = useState(setting.initialSort)
  const definitions = useMemo(() => columns.map(definitionOf), [columns])
  const rowCount = server?.rowCount ?? rows.length
  const chosen = setting.paged ? (server?.page ?? ownPage) : { page: 1, pageSize: Math.max(1, rowCount) }
  const page = { page: existingPage(chosen, rowCount), pageSize: chosen.pageSize }
  const setPage = server?.onPage ?? setOwnPage
  const sort = server === undefined ? ownSort : server.sort
  const isSelected = selectedRows(selection?.selected, rows.map(rowId))
  const sorting = sort === undefined ? [] : [{ id: sort.column, desc: sort.direction === 'desc' }]

  const model = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    manualPagination: server !== undefined,
    manualSorting: server !== undefined,
    enableSorting: setting.sortable && (server === undefined || server.onSort !== undefined),
    enableMultiSort: false,
    autoResetPageIndex: false,
    rowCount,
    enableRowSelection: selection !== undefined,
    state: {
      columnVisibility: Object.fromEntries(columns.map(({ id, hidden }) => [id, hidden !== true])),
      pagination: { pageIndex: page.page - 1, pageSize: page.pageSize },
      sorting,
      rowSelection: isSelected,
    },
    onSortingChange: (updater) => {
      const [next] = typeof updater === 'function' ? updater(sorting) : updater
      const nextSort: TableSort | undefined = next && { column: next.id, direction: next.desc ? 'desc' : 'asc' }
      if (server === undefined) setOwnSort(nextSort)
      else server.onSort?.(nextSort)
      // Another order begins at its start.
      setPage({ page: 1, pageSize: page.pageSize })
    },
    onRowSelectionChange: (updater) => {
      selection?.onSelect(Object.keys(typeof updater === 'function' ? updater(isSelected) : updater))
    },
  })
  return { model, rowCount, page, setPage }
}

/** When all pages are chosen, those of the page that is shown. */
function selectedRows(
  selected: TableSelection['selected'] = [],
  shown: readonly string[],
): Readonly<Record<string, true>> {
  return Object.fromEntries((selected === 'all' ? shown : selected).map((id) => [id, true as const]))
}

function definitionOf<Row extends RowData>(column: Column<Row>): ColumnDef<typeof features, Row> {
  return {
    id: column.id,
    // TanStack keeps what is undefined last in either direction.
    accessorFn: (row) => {
      const value = column.value(row)
      return isEmpty(value) ? undefined : value
    },
    enableSorting: column.sortable !== false,
    sortUndefined: 'last',
    sortDescFirst: false,
    sortFn: (a, b, id) => compareCells(a.getValue<CellValue>(id), b.getValue<CellValue>(id)),
  }
}
