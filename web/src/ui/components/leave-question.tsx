import { useBlocker } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useIsUnsaved, useUnsavedPage } from './unsaved-context.tsx'
import { t } from '#platform/texts.ts'

interface LeaveQuestionProps {
  /** Whether the user has to leave, so that there is nothing to ask. */
  mustLeave: () => boolean
}

/** Asks before a link, the browser's Back or closing the tab loses unsaved input. */
export function LeaveQuestion({ mustLeave }: LeaveQuestionProps) {
  const isUnsaved = useIsUnsaved()
  const page = useUnsavedPage()
  const waiting = useSyncExternalStore(page.subscribe, page.waiting)
  const blocker = useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: true,
    withResolver: true,
    shouldBlockFn: useCallback(() => !mustLeave(), [mustLeave]),
  })
  // It comes last, on top of a dialog that is open.
  const isBlocked = blocker.status === 'blocked'
  if (!isBlocked && waiting === undefined) return undefined
  return (
    <ConfirmDialog
      opened
      title={t('ui.leave.title')}
      confirm={t('ui.leave.confirm')}
      cancel={t('ui.leave.cancel')}
      busy={false}
      onConfirm={isBlocked ? blocker.proceed : () => page.answer(true)}
      onClose={isBlocked ? blocker.reset : () => page.answer(false)}
    >
      {t('ui.leave.text')}
    </ConfirmDialog>
  )
}
