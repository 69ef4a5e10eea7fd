import { Checkbox } from '@mantine/core'
import { DragHandle, MoveButtons, ReorderNote } from './move-buttons.tsx'
import reorderClasses from './reorder.module.css'
import { reordered } from './reordered.ts'
import classes from './tick-list.module.css'
import type { Tick } from './ticks.ts'
import { type Reorder, useReorder } from './use-reorder.ts'
import { useReorderItem } from './use-reorder-item.ts'

interface TickListProps<Id extends string> {
  label: string
  ticks: readonly Tick<Id>[]
  nameOf: (id: Id) => string
  onChange: (ticks: readonly Tick<Id>[]) => void
}

/** Things to be ticked, and put in order by dragging or by their buttons. */
export function TickList<Id extends string>({ label, ticks, nameOf, onChange }: TickListProps<Id>) {
  const nameAt = (index: number) => {
    const tick = ticks[index]
    return tick === undefined ? '' : nameOf(tick.id)
  }
  const reorder = useReorder({
    count: ticks.length,
    nameOf: nameAt,
    onMove: (from, to) => onChange(reordered(ticks, from, to)),
  })
  return (
    <>
      <ol className={classes['list']} aria-label={label}>
        {ticks.map((tick, index) => (
          <TickItem
            key={tick.id}
            name={nameAt(index)}
            shown={tick.shown}
            reorder={reorder}
            index={index}
            onShown={(shown) => onChange(ticks.with(index, { ...tick, shown }))}
          />
        ))}
      </ol>
      <ReorderNote reorder={reorder} />
    </>
  )
}

interface TickItemProps {
  name: string
  shown: boolean
  reorder: Reorder
  index: number
  onShown: (shown: boolean) => void
}

function TickItem({ name, shown, reorder, index, onShown }: TickItemProps) {
  const { item, handle, edge, isDragged } = useReorderItem<HTMLLIElement>(reorder, index)
  return (
    <li ref={item} className={`${classes['item']} ${reorderClasses['item']}`} data-edge={edge} data-dragged={isDragged}>
      <DragHandle handle={handle} />
      <Checkbox
        className={classes['tick'] ?? ''}
        label={name}
        checked={shown}
        onChange={({ currentTarget }) => onShown(currentTarget.checked)}
      />
      <MoveButtons reorder={reorder} index={index} />
    </li>
  )
}
