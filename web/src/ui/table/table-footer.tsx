import { formatCount } from '@fieldwatch/contract/text/number-text'
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { useState } from 'react'
import {
  MOST_PAGE_BUTTONS,
  PAGE_SIZES,
  pageButtons,
  pageCountOf,
  pageOfText,
  rangeText,
  withPageSize,
} from './table-paging.ts'
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
        {selected === undefined || selected === 0 ? '' : `, ${formatCount(selected)} selected`}
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
      {pageCount > MOST_PAGE_BUTTONS ? <GoToPage label={label} pageCount={pageCount} onPage={onPage} /> : undefined}
    </nav>
  )
}

function GoToPage({ label, pageCount, onPage }: Omit<PageNavProps, 'page'>) {
  const [text, setText] = useState('')
  const wanted = pageOfText(text, pageCount)
  return (
    <form
      className={classes['jump']}
      aria-label={`Go to a page of ${label}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted === undefined) return
        onPage(wanted)
        setText('')
      }}
    >
      <TextInput
        size="xs"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Page, 1 to ${formatCount(pageCount)}`}
        placeholder={`of ${formatCount(pageCount)}`}
        className={classes['jumpTo'] ?? ''}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="default" size="xs" disabled={wanted === undefined}>
        Go
      </Button>
    </form>
  )
}
