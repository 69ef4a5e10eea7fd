import type { Change } from '@fieldwatch/contract/consequences/changes'
import { Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { Consequences, useConsequences } from '#shared/consequences/consequences.tsx'
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
export function DeleteDialog(props: DeleteDialogProps) {
  const { change, title, confirm = t('deletion.delete'), children, typed, busy, failure, onConfirm, onClose } = props
  const { ready, ...consequences } = useConsequences(change)
  const [text, setText] = useState('')
  const isTyped = typed === undefined || text.trim() === typed
  return (
    <ConfirmDialog
      opened
      title={title}
      confirm={confirm}
      busy={busy}
      disabled={!ready || !isTyped}
      failure={failure}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        {typeof children === 'string' ? <Text>{children}</Text> : children}
        <Consequences {...consequences} />
        {typed === undefined ? undefined : (
          <TextInput
            label={t('deletion.type', { text: typed })}
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
