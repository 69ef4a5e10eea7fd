import type { TemplateDefinition } from '@fieldwatch/contract/templates'
import { Checkbox } from '@mantine/core'
import { headingText } from '#ui/table/cell-text.ts'
import { DragHandle, MoveButtons, ReorderNote } from '#ui/reorder/move-buttons.tsx'
import reorderClasses from '#ui/reorder/reorder.module.css'
import { reordered } from '#ui/reorder/reordered.ts'
import { type Reorder, useReorder } from '#ui/reorder/use-reorder.ts'
import { useReorderItem } from '#ui/reorder/use-reorder-item.ts'
import { type ColumnChoice, withShown } from './column-choice.ts'
import classes from './column-list.module.css'
import { eventHeading } from './event-headings.ts'

interface ColumnListProps {
  choices: readonly ColumnChoice[]
  /** Those that the event table has. */
  columns: readonly string[]
  template: TemplateDefinition | null
  onChange: (choices: readonly ColumnChoice[]) => void
}

/** Columns to be ticked, and put in order by dragging or by their buttons. */
export function ColumnList({ choices, columns, template, onChange }: ColumnListProps) {
  const nameOf = (id = '') => headingText(eventHeading(id, columns, template).heading)
  const reorder = useReorder({
    count: choices.length,
    nameOf: (index) => nameOf(choices[index]?.id),
    onMove: (from, to) => onChange(reordered(choices, from, to)),
  })
  return (
    <>
      <ol className={classes['list']} aria-label="Columns">
        {choices.map((choice, index) => (
          <ColumnItem
            key={choice.id}
            name={nameOf(choice.id)}
            shown={choice.shown}
            reorder={reorder}
            index={index}
            onShown={(shown) => onChange(withShown(choices, { id: choice.id, shown }))}
          />
        ))}
      </ol>
      <ReorderNote reorder={reorder} />
    </>
  )
}

interface ColumnItemProps {
  name: string
  shown: boolean
  reorder: Reorder
  index: number
  onShown: (shown: boolean) => void
}

function ColumnItem({ name, shown, reorder, index, onShown }: ColumnItemProps) {
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
