import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { EditingNote } from '#shared/units/editing-note.tsx'
import { useMayEdit } from '#shared/units/use-may-edit.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { useWidgetTask } from './widget-task.ts'
import classes from './widget-tools.module.css'

const VersionsDialog = lazyPart(
  'template-versions',
  async () => (await import('#shared/templates/versions-dialog.tsx')).VersionsDialog,
)

/** Says whose the template is that the page shows, and who may edit it. */
export function OwnTemplate() {
  return (
    <>
      <EditingNote />
      <OwnCopy />
    </>
  )
}

/** Says that the unit has its own template, and offers what that was before, and the way back to the shared one where there is one. */
function OwnCopy() {
  const start = useWidgetTask()
  const { unit, template } = useUnit()
  const mayEdit = useMayEdit()
  const [opened, versions] = useDisclosure(false)
  // What it tries says so above all tabs.
  if (template?.dataID !== unit.dataID || template.trial !== undefined) return undefined
  return (
    <div className={classes['own']}>
      <Text c="dimmed" size="sm">
        This unit has a template of its own
        {unit.defaultTemplate === null ? '.' : ': changes of the shared one do not reach it.'}
      </Text>
      <Group gap="xs">
        <Button variant="subtle" size="compact-sm" className={classes['add']} onClick={versions.open}>
          Versions
        </Button>
        {unit.defaultTemplate === null || !mayEdit ? undefined : (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes['add']}
            onClick={() => start({ type: 'share' })}
          >
            Back to the shared template
          </Button>
        )}
      </Group>
      <Suspense fallback={undefined}>
        {opened ? (
          <VersionsDialog
            id={template.id}
            title={`the template of ${unit.friendlyName}`}
            editable={template.editable}
            shownBy="This device shows"
            onClose={versions.close}
          />
        ) : undefined}
      </Suspense>
    </div>
  )
}
