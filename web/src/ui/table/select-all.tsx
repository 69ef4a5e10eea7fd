import { Button } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import type { DataTable, TableSelection } from './use-data-table.ts'
import classes from './data-table.module.css'
import { t } from './texts.ts'

interface SelectAllProps<Row extends RowData> {
  table: DataTable<Row>
  selection: TableSelection
  /** The server has the rows of other pages. */
  ofServer: boolean
}

/** Chooses the rows of all pages, or none, where there is more than one page. */
export function SelectAll<Row extends RowData>({ table, selection, ofServer }: SelectAllProps<Row>) {
  const { model, rowCount, page } = table
  const { selected, onSelect, onSelectAll } = selection
  if (rowCount <= page.pageSize || (ofServer && onSelectAll === undefined)) return undefined
  const hasAll = selected === 'all' || selected.length >= rowCount
  return (
    <div className={classes['choice']}>
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={hasAll}
        onClick={ofServer ? onSelectAll : () => model.toggleAllRowsSelected(true)}
      >
        {t('table.select.all', { count: rowCount })}
      </Button>
      {selected.length === 0 ? undefined : (
        <Button variant="subtle" size="compact-sm" onClick={() => onSelect([])}>
          {t('table.select.none')}
        </Button>
      )}
    </div>
  )
}
