import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { EditingNote } from '#shared/units/editing-note.tsx'
import { useReplay } from '#shared/moment/replay-context.ts'
import { useMayEdit } from '#shared/units/use-may-edit.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { useWidgetTask } from './widget-task.ts'
import classes from './widget-tools.module.css'
import { t } from '../texts.ts'

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
  const isLive = useReplay() === undefined
  // What it tries says so above all tabs.
  if (!isLive || template?.dataID !== unit.dataID || template.trial !== undefined) return undefined
  return (
    <div className={classes['own']}>
      <Text c="dimmed" size="sm">
        {t(unit.defaultTemplate === null ? 'widgets.own.note' : 'widgets.own.note.shared')}
      </Text>
      <Group gap="xs">
        <Button variant="subtle" size="compact-sm" className={classes['add']} onClick={versions.open}>
          {t('widgets.own.versions')}
        </Button>
        {unit.defaultTemplate === null || !mayEdit ? undefined : (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes['add']}
            onClick={() => start({ type: 'share' })}
          >
            {t('widgets.own.return')}
          </Button>
        )}
      </Group>
      <Suspense fallback={undefined}>
        {opened ? (
          <VersionsDialog
            id={template.id}
            unit={unit.dataID}
            title={t('widgets.own.versions.title', { unitName: unit.friendlyName })}
            editable={template.editable}
            help={t('widgets.own.versions.help')}
            onClose={versions.close}
          />
        ) : undefined}
      </Suspense>
    </div>
  )
}
