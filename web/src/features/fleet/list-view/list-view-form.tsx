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

interface ListViewFormProps {
  view: ListView
  /** What the list shows. */
  units: readonly ListedUnit[]
  onChange: (view: ListView) => void
}

const LAYOUTS: readonly { value: ListLayout; label: string }[] = [
  { value: 'cards', label: 'Cards and map' },
  { value: 'table', label: 'Table' },
]

/** How a choice of the order is called. */
function sortName(column: SortColumn): string {
  return column === 'alerts' ? 'Alerts, triggered first' : headingOf(column)
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
        aria-label="Layout"
        fullWidth
        data={[...LAYOUTS]}
        value={layout}
        onChange={(value) => onChange({ ...view, layout: value })}
      />
      <div className={classes['sort']}>
        <NativeSelect
          label="Sort by"
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
          aria-label="Descending"
          aria-pressed={sort.descending}
          title={sort.descending ? 'Descending' : 'Ascending'}
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
        <Fieldset legend="Columns behind the name" variant="unstyled">
          <TickList
            label="Columns"
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
