import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PRESS_ONCE } from './press-once.ts'
import { ReturnFocus } from './return-focus.tsx'

interface ConfirmDialogProps {
  opened: boolean
  /** The question, as in "Delete Ada Lovelace?". */
  title: string
  /** What follows from it. */
  children: ReactNode
  /** What the button does, as in "Delete". */
  confirm: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks once more before something is taken away for good. */
export function ConfirmDialog({ opened, title, children, confirm, busy, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <ReturnFocus />
      <Stack>
        {typeof children === 'string' ? <Text>{children}</Text> : children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={busy} {...PRESS_ONCE} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
