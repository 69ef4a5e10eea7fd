import type { Change } from '@fieldwatch/contract/consequences/changes'
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConsequencesDialog } from '#shared/consequences/consequences-dialog.tsx'
import { t } from './texts.ts'

interface DeleteDialogProps {
  change: Change
  /** The question, as in "Delete Cold store?". */
  title: string
  /** What the button reads; "Delete" by default. */
  confirm?: string
  /** What goes with it. */
  children: ReactNode
  /** What has to be typed where it cannot be undone. */
  typed?: string
  busy: boolean
  failure: { readonly text: string; readonly advice?: string } | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Shows what follows from a deletion, and asks before it. */
export function DeleteDialog({ typed, confirm = t('deletion.delete'), children, ...dialog }: DeleteDialogProps) {
  const [text, setText] = useState('')
  return (
    <ConsequencesDialog
      {...dialog}
      confirm={confirm}
      disabled={typed !== undefined && text.trim() !== typed}
      asked={
        typed === undefined ? undefined : (
          <TextInput
            label={t('deletion.type', { text: typed })}
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )
      }
    >
      {children}
    </ConsequencesDialog>
  )
}
