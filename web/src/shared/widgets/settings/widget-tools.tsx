import { ActionIcon, Button } from '@mantine/core'
import { useMayEdit } from '#shared/units/use-may-edit.ts'
import type { Icon } from '#ui/icons/create-icon.tsx'
import { IconPencil, IconPlus, IconTrash } from '#ui/icons/icons.ts'
import type { WidgetPlace } from './template-widgets.ts'
import { useWidgetTask, type WidgetTask } from './widget-task.ts'
import classes from './widget-tools.module.css'
import { t } from '../texts.ts'

interface AddWidgetProps {
  label: string
  /** The initial type; empty: the user chooses. */
  widget: string
  at: 'first' | 'last'
}

/** Opens the dialog for a new widget. */
export function AddWidget({ label, widget, at }: AddWidgetProps) {
  const start = useWidgetTask()
  if (!useMayEdit()) return undefined
  return (
    <Button
      variant="default"
      size="xs"
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
  return <AddWidget label={t('widgets.add-chart')} widget="chart" at={at} />
}

interface WidgetToolsProps {
  place: WidgetPlace
  /** The widget's title. */
  title: string
}

/** The edit and the delete icon of a widget. */
export function WidgetTools({ place, title }: WidgetToolsProps) {
  const start = useWidgetTask()
  if (!useMayEdit()) return undefined
  const tool = (label: string, Sign: Icon, task: WidgetTask) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes['tool'] ?? ''}
      aria-label={label}
      onClick={() => start(task)}
    >
      <Sign stroke={1.5} aria-hidden />
    </ActionIcon>
  )
  return (
    <span className={classes['tools']}>
      {tool(t('widgets.edit', { title }), IconPencil, { type: 'edit', place })}
      {tool(t('widgets.delete', { title }), IconTrash, { type: 'remove', place })}
    </span>
  )
}

/** The edit icon alone, where there is room for one; its dialog offers to delete the widget too. */
export function EditWidget({ place, title }: WidgetToolsProps) {
  const start = useWidgetTask()
  if (!useMayEdit()) return undefined
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      className={classes['edit'] ?? ''}
      aria-label={t('widgets.edit', { title })}
      onClick={() => start({ type: 'edit', place })}
    >
      <IconPencil size="1em" aria-hidden />
    </ActionIcon>
  )
}
