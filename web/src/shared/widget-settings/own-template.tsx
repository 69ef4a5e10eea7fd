import { Button, Text } from '@mantine/core'
import { useUnit } from '#shared/units/unit-context.ts'
import { useWidgetTask } from './widget-task.ts'
import classes from './widget-tools.module.css'

/** Says that the unit has its own template, and offers the way back to the shared one where there is one. */
export function OwnTemplate() {
  const start = useWidgetTask()
  const { unit, template } = useUnit()
  // What it tries says so above all tabs.
  if (template?.dataID !== unit.dataID || template.trial !== undefined || unit.defaultTemplate === null)
    return undefined
  return (
    <div className={classes['own']}>
      <Text c="dimmed" size="sm">
        This unit has a template of its own: changes of the shared one do not reach it.
      </Text>
      <Button variant="subtle" size="compact-sm" className={classes['add']} onClick={() => start({ type: 'share' })}>
        Back to the shared template
      </Button>
    </div>
  )
}
