import { ActionIcon, Checkbox, NativeSelect } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { IconArrowDown, IconArrowUp } from '#ui/icons/icons.ts'
import { headingText } from './cell-text.ts'
import type { Column } from './column.ts'
import type { DataTable } from './use-data-table.ts'
import classes from './table-cards.module.css'
import { t } from './texts.ts'

interface CardsBarProps<Row extends RowData> {
  table: DataTable<Row>
  columns: readonly Column<Row>[]
  selectable: boolean
}

/** What the headings of a table do, for its cards: choose all of the page, and sort. */
export function CardsBar<Row extends RowData>({ table, columns, selectable }: CardsBarProps<Row>) {
  const { model, rowCount } = table
  const sortable = rowCount < 2 ? [] : columns.filter(({ id }) => model.getColumn(id)?.getCanSort() === true)
  const sorted = sortable.find(({ id }) => model.getColumn(id)?.getIsSorted() !== false)
  const order = sorted && model.getColumn(sorted.id)?.getIsSorted()
  if (rowCount === 0 || (!selectable && sortable.length === 0)) return undefined
  return (
    <div className={classes['bar']}>
      {selectable ? (
        <Checkbox
          className={classes['all'] ?? ''}
          label={t('table.select.page')}
          aria-label={t('table.select.rows')}
          checked={model.getIsAllPageRowsSelected()}
          indeterminate={model.getIsSomePageRowsSelected() && !model.getIsAllPageRowsSelected()}
          onChange={({ currentTarget }) => model.toggleAllPageRowsSelected(currentTarget.checked)}
        />
      ) : undefined}
      {sortable.length === 0 ? undefined : (
        <div className={classes['sort']}>
          <NativeSelect
            aria-label={t('table.sort')}
            size="xs"
            data={[
              { value: '', label: t('table.sort.none') },
              ...sortable.map(({ id, title, heading }) => ({
                value: id,
                label: t('table.sort.by', { column: title ?? headingText(heading ?? id) }),
              })),
            ]}
            value={sorted?.id ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const column = value === '' ? sorted?.id : value
              if (column === undefined) return
              if (value === '') model.getColumn(column)?.clearSorting()
              else model.getColumn(column)?.toggleSorting(false)
            }}
          />
          {sorted === undefined ? undefined : (
            <ActionIcon
              variant="default"
              size="var(--fw-control)"
              aria-label={order === 'desc' ? t('table.sort.ascending') : t('table.sort.descending')}
              onClick={() => model.getColumn(sorted.id)?.toggleSorting(order === 'asc')}
            >
              {order === 'desc' ? (
                <IconArrowDown stroke={1.5} aria-hidden="true" />
              ) : (
                <IconArrowUp stroke={1.5} aria-hidden="true" />
              )}
            </ActionIcon>
          )}
        </div>
      )}
    </div>
  )
}
