import type { Change } from '@fieldwatch/contract/consequences/changes'
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { Consequences, useConsequences } from './consequences.tsx'

interface ConsequencesDialogProps {
  change: Change | readonly Change[]
  /** The question, as in "Disable Ada Lovelace?". */
  title: string
  confirm: string
  /** What the change does to the thing itself. */
  children: ReactNode
  /** What else is asked, below the list. */
  asked?: ReactNode
  busy: boolean
  disabled?: boolean
  harmless?: boolean
  failure?: { readonly text: string; readonly advice?: string } | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Lists what follows from a change, and asks before it. */
export function ConsequencesDialog(props: ConsequencesDialogProps) {
  const {
    change,
    title,
    confirm,
    children,
    asked,
    busy,
    disabled = false,
    harmless = false,
    failure,
    onConfirm,
    onClose,
  } = props
  const { ready, ...consequences } = useConsequences(change)
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      busy={busy}
      disabled={!ready || disabled}
      harmless={harmless}
      failure={failure}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Stack gap="sm">
        {typeof children === 'string' ? <Text>{children}</Text> : children}
        <Consequences {...consequences} />
        {asked}
      </Stack>
    </ConfirmDialog>
  )
}
