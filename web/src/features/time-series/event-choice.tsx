import { NativeSelect } from '@mantine/core'
import classes from './chart-bar.module.css'
import type { ShownEvents } from './use-shown-events.ts'

/** Chooses whose occurrences the charts shade. There is nothing to choose on a unit without event tables. */
export function EventChoice({ events: { tables, name, choose } }: { events: ShownEvents }) {
  if (tables.length === 0) return undefined
  return (
    <NativeSelect
      aria-label="Events in the charts"
      size="xs"
      className={classes['events'] ?? ''}
      data={[{ value: '', label: 'No events' }, ...tables.map((table) => ({ value: table.name, label: table.title }))]}
      value={name ?? ''}
      onChange={({ currentTarget: { value } }) => choose(value === '' ? undefined : value)}
    />
  )
}
