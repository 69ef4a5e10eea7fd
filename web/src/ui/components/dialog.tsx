import type { ModalProps } from '@mantine/core'
import { createRequiredContext } from '#platform/context/required-context.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { useUnsavedPage } from './unsaved-context.tsx'
import { t } from '#platform/texts.ts'

/** What is asked before something in a dialog is lost. */
export interface LossQuestion {
  title: string
  text: string
  /** What the button reads that loses it. */
  confirm: string
  /** What the button reads that goes back. */
  cancel: string
}

export interface DialogProps extends Omit<ModalProps, 'opened' | 'closeOnEscape' | 'closeOnClickOutside'> {
  /** Left out: it is mounted only while it is open. */
  opened?: boolean
  /** It is being saved, and cannot be closed until that is done. */
  busy?: boolean
  question?: LossQuestion
}

/** Closes the dialog as Escape does: it asks first where something would be lost (`useUnsaved`). */
export const [CloseContext, useCloseDialog] = createRequiredContext<() => void>(
  'useCloseDialog needs a Dialog around it',
)

/** A dialog. Escape, its cross and a click beside it close it, and ask first where something entered would be lost. */
export function Dialog({
  opened = true,
  busy = false,
  question = discardQuestion(),
  onClose,
  children,
  ...modal
}: DialogProps) {
  const page = useUnsavedPage()
  const heldBefore = useRef(0)
  const [asking, setAsking] = useState(false)

  // Counts what was entered before the dialog opened, which is not lost with it; before its own fields count.
  useLayoutEffect(() => {
    if (opened) heldBefore.current = page.count()
  }, [opened, page])

  function close(): void {
    if (busy) return
    if (page.count() > heldBefore.current) setAsking(true)
    else onClose()
  }

  return (
    <>
      <DialogFrame {...modal} opened={opened} onClose={close}>
        <CloseContext value={close}>{children}</CloseContext>
      </DialogFrame>
      {asking && opened ? (
        <ConfirmDialog
          opened
          title={question.title}
          confirm={question.confirm}
          cancel={question.cancel}
          busy={false}
          onConfirm={() => {
            setAsking(false)
            onClose()
          }}
          onClose={() => setAsking(false)}
        >
          {question.text}
        </ConfirmDialog>
      ) : undefined}
    </>
  )
}

function discardQuestion(): LossQuestion {
  return {
    title: t('ui.discard.title'),
    text: t('ui.discard.text'),
    confirm: t('ui.discard.confirm'),
    cancel: t('ui.discard.cancel'),
  }
}
