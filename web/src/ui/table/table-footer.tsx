import { Button, NativeSelect, Text } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { PAGE_SIZES, pageButtons, pageCountOf, rangeText, withPageSize } from './table-paging.ts'
import type { DataTable } from './use-data-table.ts'
import classes from './data-table.module.css'

interface TableFooterProps<Row extends RowData> {
  table: DataTable<Row>
  /** What the table is about: a page may have several tables. */
  label: string
  /** How many rows are chosen; undefined when rows cannot be chosen. */
  selected: number | undefined
}

/** Rows a page, and the way from page to page. */
export function TableFooter<Row extends RowData>({ table, label, selected }: TableFooterProps<Row>) {
  const { page, rowCount, setPage } = table
  return (
    <div className={classes['footer']}>
      <NativeSelect
        label="Rows per page"
        size="xs"
        className={classes['size'] ?? ''}
        data={PAGE_SIZES.map(String)}
        value={String(page.pageSize)}
        onChange={({ currentTarget }) => setPage(withPageSize(page, Number(currentTarget.value)))}
      />
      <Text size="xs" c="dimmed" aria-live="polite" className={classes['range'] ?? ''}>
        {rangeText(page, rowCount)}
        {selected === undefined || selected === 0 ? '' : `, ${selected} selected`}
      </Text>
      <PageNav
        label={label}
        page={page.page}
        pageCount={pageCountOf(rowCount, page.pageSize)}
        onPage={(next) => setPage({ page: next, pageSize: page.pageSize })}
      />
    </div>
  )
}

interface PageNavProps {
  label: string
  page: number
  pageCount: number
  onPage: (page: number) => void
}

function PageNav({ label, page, pageCount, onPage }: PageNavProps) {
  const numbers = pageButtons(page, pageCount)
  return (
    <nav aria-label={`Pages of ${label}`} className={classes['pages']}>
      <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      {numbers.map((number) => (
        <Button
          key={number}
          size="xs"
          variant={number === page ? 'light' : 'default'}
          aria-label={`Page ${number}`}
          data-far={Math.abs(number - page) > 1}
          {...(number === page ? { 'aria-current': 'page' } : {})}
          className={classes['number'] ?? ''}
          onClick={() => onPage(number)}
        >
          {number}
        </Button>
      ))}
      <Button variant="default" size="xs" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        Next
      </Button>
      {numbers.at(-1) === pageCount ? undefined : (
        <Button variant="default" size="xs" onClick={() => onPage(pageCount)}>
          Last page
        </Button>
      )}
    </nav>
  )
}
