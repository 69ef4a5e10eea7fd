import type { TablePage } from './table-paging.ts'
import { t } from './texts.ts'

/** Which rows of how many are shown: `11–20 of 42`. */
export function rangeText({ page, pageSize }: TablePage, rowCount: number): string {
  const first = Math.min((page - 1) * pageSize + 1, rowCount)
  return t('table.range', { first, last: Math.min(page * pageSize, rowCount), count: rowCount })
}
