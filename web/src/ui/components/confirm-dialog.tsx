import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogFrame } from './dialog-frame.tsx'
import { PRESS_ONCE } from './press-once.ts'
import { t } from '#platform/texts.ts'

interface ConfirmDialogProps {
  opened: boolean
  /** The question, as in "Delete Ada Lovelace?". */
  title: string
  /** What follows from it. */
  children: ReactNode
  /** What the button does, as in "Delete". */
  confirm: string
  /** What the button reads that leaves all as it is. */
  cancel?: string
  busy: boolean
  /** Whether it cannot be confirmed yet. */
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    children,
    confirm,
    cancel = t('ui.cancel'),
    busy,
    disabled = false,
    onConfirm,
    onClose,
  } = props
  return (
    <DialogFrame opened={opened} onClose={onClose} title={title}>
      <Stack>
        {typeof children === 'string' ? <Text>{children}</Text> : children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <Button color="red" loading={busy} disabled={disabled} {...PRESS_ONCE} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </DialogFrame>
  )
}
