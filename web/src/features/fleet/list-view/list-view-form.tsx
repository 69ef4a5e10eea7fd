import { LIST_COLUMNS, type ListLayout, type SortColumn } from '@fieldwatch/contract/units/list-columns'
import type { ListView } from '@fieldwatch/contract/units/list-view'
import { ActionIcon, Fieldset, NativeSelect, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { IconArrowDown, IconArrowUp } from '#ui/icons/icons.ts'
import { TickList } from '#ui/reorder/tick-list.tsx'
import { tickedOf, ticksOf } from '#ui/reorder/ticks.ts'
import classes from './list-view.module.css'
import type { ListedUnit } from '../listed-unit.ts'
import { ValueField } from './value-field.tsx'
import { headingOf, SORT_COLUMNS, sortPressed } from './unit-cells.ts'
import { t } from '../texts.ts'

interface ListViewFormProps {
  view: ListView
  /** What the list shows. */
  units: readonly ListedUnit[]
  onChange: (view: ListView) => void
}

const LAYOUTS: readonly ListLayout[] = ['cards', 'table']

/** How a choice of the order is called. */
function sortName(column: SortColumn): string {
  return column === 'alerts' ? t('fleet.sort.alerts') : headingOf(column)
}

/** How the list looks; each choice counts at once. */
export function ListViewForm({ view, units, onChange }: ListViewFormProps) {
  const { layout, sort, columns } = view
  // Those that are not ticked keep their place while the form is open.
  const [ticks, setTicks] = useState(() => ticksOf(LIST_COLUMNS, columns))
  const Arrow = sort.descending ? IconArrowDown : IconArrowUp
  return (
    <div className={classes['form']}>
      <SegmentedControl
        aria-label={t('fleet.layout')}
        fullWidth
        data={LAYOUTS.map((value) => ({ value, label: t(`fleet.layout.${value}`) }))}
        value={layout}
        onChange={(value) => onChange({ ...view, layout: value })}
      />
      <div className={classes['sort']}>
        <NativeSelect
          label={t('fleet.sort')}
          className={classes['by'] ?? ''}
          value={sort.by}
          data={SORT_COLUMNS.map((column) => ({ value: column, label: sortName(column) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...view, sort: sortPressed(value as SortColumn, { by: sort.by, descending: !sort.descending }) })
          }
        />
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t('fleet.sort.descending')}
          aria-pressed={sort.descending}
          title={sort.descending ? t('fleet.sort.descending') : t('fleet.sort.ascending')}
          onClick={() => onChange({ ...view, sort: { ...sort, descending: !sort.descending } })}
        >
          <Arrow size="1rem" aria-hidden="true" />
        </ActionIcon>
      </div>
      <ValueField
        value={view.value}
        units={units}
        onChange={(value) => {
          const { value: _before, ...rest } = view
          onChange(value === undefined ? rest : { ...rest, value })
        }}
      />
      {layout === 'table' ? (
        <Fieldset legend={t('fleet.columns.legend')} variant="unstyled">
          <TickList
            label={t('fleet.columns')}
            ticks={ticks}
            nameOf={headingOf}
            onChange={(next) => {
              setTicks([...next])
              onChange({ ...view, columns: tickedOf(next) })
            }}
          />
        </Fieldset>
      ) : undefined}
    </div>
  )
}
