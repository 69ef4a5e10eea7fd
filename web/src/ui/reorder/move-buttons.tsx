import { ActionIcon, VisuallyHidden } from '@mantine/core'
import type { RefObject } from 'react'
import type { Icon } from '#ui/icons/create-icon.tsx'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '#ui/icons/icons.ts'
import classes from './reorder.module.css'
import type { Reorder } from './use-reorder.ts'
import { t } from '#platform/texts.ts'

/** Moves a thing of a list by one place. At its end a button does nothing, and keeps the focus. */
export function MoveButtons({ reorder: { count, nameOf, move }, index }: { reorder: Reorder; index: number }) {
  const name = nameOf(index)
  const button = (label: string, to: number, Arrow: Icon) => {
    const isEnd = to < 0 || to >= count
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="var(--fw-control)"
        className={classes['button'] ?? ''}
        aria-label={label}
        aria-disabled={isEnd}
        data-disabled={isEnd}
        onClick={() => isEnd || move(index, to)}
      >
        <Arrow stroke={1.5} size="1.1em" aria-hidden="true" />
      </ActionIcon>
    )
  }
  return (
    <>
      {button(t('ui.reorder.up', { name }), index - 1, IconArrowUp)}
      {button(t('ui.reorder.down', { name }), index + 1, IconArrowDown)}
    </>
  )
}

/** What a thing of a list is dragged by. */
export function DragHandle({ handle }: { handle: RefObject<HTMLSpanElement | null> }) {
  return (
    <span ref={handle} className={classes['handle']} title={t('ui.reorder.drag')}>
      <IconGripVertical stroke={1.5} size="1.1em" aria-hidden="true" />
    </span>
  )
}

/** Tells a screen reader what was moved. */
export function ReorderNote({ reorder: { note } }: { reorder: Reorder }) {
  return <VisuallyHidden component="output">{note}</VisuallyHidden>
}
