import { useBlocker } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useIsUnsaved } from './unsaved-context.tsx'

interface LeaveQuestionProps {
  /** Whether leaving is not the person's choice, so that there is nothing to ask. */
  mustLeave: () => boolean
}

/** Asks before a link, the browser's Back or the end of the tab loses what was entered anywhere on the page. */
export function LeaveQuestion({ mustLeave }: LeaveQuestionProps) {
  const isUnsaved = useIsUnsaved()
  const blocker = useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: true,
    withResolver: true,
    shouldBlockFn: useCallback(() => !mustLeave(), [mustLeave]),
  })
  // It comes last, on top of a dialog that is open.
  if (blocker.status !== 'blocked') return undefined
  return (
    <ConfirmDialog
      opened
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay"
      busy={false}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      What you entered on this page is not saved yet.
    </ConfirmDialog>
  )
}
