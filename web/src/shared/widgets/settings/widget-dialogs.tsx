import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Dialog } from '#ui/components/dialog.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import { RemoveWidget } from './remove-widget.tsx'
import { ReturnToShared } from './return-to-shared.tsx'
import { WidgetSettings } from './widget-settings.tsx'
import type { SettingsByType } from './widget-form.ts'
import type { WidgetTask } from './widget-task.ts'
import { t } from '../texts.ts'
import { lazyPart } from '#platform/parts/lazy-part.tsx'

/** The form of a calculated source comes when someone wants one. */
const CalculationsDialog = lazyPart(
  'calculations',
  async () => (await import('#shared/calculations/calculations-dialog.tsx')).CalculationsDialog,
)

const TITLES = {
  add: 'widgets.settings.title',
  edit: 'widgets.settings.title',
  remove: 'widgets.delete.title',
  share: 'widgets.own.return',
} as const satisfies Readonly<Record<WidgetTask['type'], string>>

interface WidgetDialogsProps {
  settings: SettingsByType
  task: WidgetTask
  opened: boolean
  onClose: () => void
  /** It is gone from the screen. */
  onClosed: () => void
}

/** The dialog of a task. */
export function WidgetDialogs({ settings, task, opened, onClose, onClosed }: WidgetDialogsProps) {
  const isPhone = useMediaQuery('(max-width: 40em)') ?? false
  const asks = task.type === 'remove' || task.type === 'share'
  const { unit } = useUnit()
  const client = useQueryClient()
  const [creating, setCreating] = useState<'never' | 'now' | 'before'>('never')

  function endCreating(): void {
    setCreating('before')
    // The new source is to choose from now.
    void client.invalidateQueries({ queryKey: ['data-options', unit.dataID] })
  }

  return (
    <>
      <Dialog
        opened={opened}
        onClose={onClose}
        onExitTransitionEnd={onClosed}
        returnFocus={false}
        title={t(TITLES[task.type])}
        size={asks ? 'md' : 'xl'}
        fullScreen={isPhone && !asks}
      >
        {task.type === 'remove' && <RemoveWidget place={task.place} onDone={onClose} />}
        {task.type === 'share' && <ReturnToShared onDone={onClose} />}
        {(task.type === 'add' || task.type === 'edit') && (
          <WidgetSettings settings={settings} task={task} onDone={onClose} onCreateSource={() => setCreating('now')} />
        )}
      </Dialog>
      {creating !== 'never' && (
        <Suspense>
          <CalculationsDialog dataId={unit.dataID} opened={creating === 'now'} start="create" onClose={endCreating} />
        </Suspense>
      )}
    </>
  )
}
