import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { RemoveWidget } from './remove-widget.tsx'
import { WidgetSettings } from './widget-settings.tsx'
import type { WidgetTask } from './widget-task.ts'

interface WidgetDialogsProps {
  task: WidgetTask
  opened: boolean
  onClose: () => void
  /** It is gone from the screen. */
  onClosed: () => void
}

/** The dialog of a task. */
export function WidgetDialogs({ task, opened, onClose, onClosed }: WidgetDialogsProps) {
  const isPhone = useMediaQuery('(max-width: 40em)') ?? false
  const asks = task.type === 'remove'
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      title={asks ? 'Delete the widget' : 'Widget Settings'}
      size={asks ? 'md' : 'xl'}
      fullScreen={isPhone && !asks}
      // A slip beside the dialog must not throw away what was entered.
      closeOnClickOutside={asks}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {task.type === 'remove' ? (
        <RemoveWidget place={task.place} onDone={onClose} />
      ) : (
        <WidgetSettings task={task} onDone={onClose} />
      )}
    </Modal>
  )
}
