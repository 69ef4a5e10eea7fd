import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDotsVertical, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import type { WidgetPlace } from './template-widgets.ts'
import type { WidgetType } from './widget-form.ts'
import { useWidgetTask } from './widget-task.ts'
import classes from './widget-tools.module.css'

interface AddWidgetProps {
  label: string
  /** What the dialog begins with; empty: the person chooses. */
  widget: WidgetType | ''
  at: 'first' | 'last'
}

/** Opens the dialog for a new widget. */
export function AddWidget({ label, widget, at }: AddWidgetProps) {
  const start = useWidgetTask()
  return (
    <Button
      variant="default"
      className={classes['add'] ?? ''}
      leftSection={<IconPlus size="1em" aria-hidden />}
      onClick={() => start({ type: 'add', widget, at })}
    >
      {label}
    </Button>
  )
}

/** A new chart above or below the others. */
export function AddChart({ at }: Pick<AddWidgetProps, 'at'>) {
  return <AddWidget label="Add Chart" widget="chart" at={at} />
}

interface WidgetToolsProps {
  place: WidgetPlace
  /** The widget's title. */
  title: string
}

/** The edit and the delete icon of a widget. */
export function WidgetTools({ place, title }: WidgetToolsProps) {
  const start = useWidgetTask()
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes['tool'] ?? ''}
        aria-label={`Edit ${title}`}
        onClick={() => start({ type: 'edit', place })}
      >
        <IconPencil aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes['tool'] ?? ''}
        aria-label={`Delete ${title}`}
        onClick={() => start({ type: 'remove', place })}
      >
        <IconTrash aria-hidden />
      </ActionIcon>
    </>
  )
}

/** The same in a menu, where there is room for one icon only. */
export function WidgetMenu({ place, title }: WidgetToolsProps) {
  const start = useWidgetTask()
  const button = useRef<HTMLButtonElement>(null)

  function choose(type: 'edit' | 'remove'): void {
    // The dialog gives the focus back to where it comes from, and the menu is gone by then.
    button.current?.focus()
    start({ type, place })
  }

  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          className={classes['menu'] ?? ''}
          aria-label={`Change ${title}`}
        >
          <IconDotsVertical aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size="1em" aria-hidden />} onClick={() => choose('edit')}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size="1em" aria-hidden />} onClick={() => choose('remove')}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
