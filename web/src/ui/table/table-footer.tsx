import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { useState } from 'react'
import {
  MOST_PAGE_BUTTONS,
  PAGE_SIZES,
  pageButtons,
  pageCountOf,
  pageOfText,
  withPageSize,
  type TablePage,
} from './table-paging.ts'
import type { DataTable } from './use-data-table.ts'
import classes from './data-table.module.css'
import { t } from './texts.ts'

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
  const range = rangeText(page, rowCount)
  return (
    <div className={classes['footer']}>
      <NativeSelect
        label={t('table.rows')}
        size="xs"
        className={classes['size'] ?? ''}
        data={PAGE_SIZES.map(String)}
        value={String(page.pageSize)}
        onChange={({ currentTarget }) => setPage(withPageSize(page, Number(currentTarget.value)))}
      />
      <Text size="xs" c="dimmed" aria-live="polite" className={classes['range'] ?? ''}>
        {selected === undefined || selected === 0 ? range : t('table.range.selected', { range, selected })}
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
    <nav aria-label={t('table.pages', { label })} className={classes['pages']}>
      <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('table.previous')}
      </Button>
      {numbers.map((number) => (
        <Button
          key={number}
          size="xs"
          variant={number === page ? 'light' : 'default'}
          aria-label={t('table.page', { number })}
          data-far={Math.abs(number - page) > 1}
          {...(number === page ? { 'aria-current': 'page' } : {})}
          className={classes['number'] ?? ''}
          onClick={() => onPage(number)}
        >
          {number}
        </Button>
      ))}
      <Button variant="default" size="xs" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        {t('table.next')}
      </Button>
      {numbers.at(-1) === pageCount ? undefined : (
        <Button variant="default" size="xs" onClick={() => onPage(pageCount)}>
          {t('table.last')}
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
      aria-label={t('table.jump', { label })}
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
        aria-label={t('table.jump.page', { last: pageCount })}
        placeholder={t('table.jump.of', { last: pageCount })}
        className={classes['jumpTo'] ?? ''}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="default" size="xs" disabled={wanted === undefined}>
        {t('table.jump.go')}
      </Button>
    </form>
  )
}

/** Which rows of how many are shown: `11–20 of 42`. */
export function rangeText({ page, pageSize }: TablePage, rowCount: number): string {
  const first = Math.min((page - 1) * pageSize + 1, rowCount)
  return t('table.range', { first, last: Math.min(page * pageSize, rowCount), count: rowCount })
}
