import type { ModalProps } from '@mantine/core'
import { createContext, use, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { createUnsaved } from './unsaved.ts'
import { UnsavedScope, useUnsavedScope } from './unsaved-context.tsx'

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
  /** Left out: it exists only while it is open. */
  opened?: boolean
  /** It is being saved: it stays until that is done. */
  busy?: boolean
  question?: LossQuestion
}

const DISCARD: LossQuestion = {
  title: 'Discard what you entered?',
  text: 'It is not saved yet.',
  confirm: 'Discard',
  cancel: 'Keep editing',
}

const CloseContext = createContext<(() => void) | undefined>(undefined)

/** Closes the dialog as Escape does: it asks first where something would be lost (`useUnsaved`). */
export function useCloseDialog(): () => void {
  const close = use(CloseContext)
  if (close === undefined) throw new Error('useCloseDialog needs a Dialog around it')
  return close
}

/** A dialog. Escape, its cross and a click beside it close it, and ask first where something entered would be lost. */
export function Dialog({ opened = true, busy = false, question = DISCARD, onClose, children, ...modal }: DialogProps) {
  const page = useUnsavedScope()
  const [unsaved] = useState(() => createUnsaved(page))
  const [asking, setAsking] = useState(false)

  function close(): void {
    if (busy) return
    if (unsaved.any()) setAsking(true)
    else onClose()
  }

  return (
    <>
      <DialogFrame {...modal} opened={opened} onClose={close}>
        <UnsavedScope value={unsaved}>
          <CloseContext value={close}>{children}</CloseContext>
        </UnsavedScope>
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
