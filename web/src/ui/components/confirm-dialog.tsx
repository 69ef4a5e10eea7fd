import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogFrame } from './dialog-frame.tsx'
import { FormFailure } from './form-failure.tsx'
import { PRESS_ONCE } from './press-once.ts'
import { t } from '#platform/texts.ts'

interface ConfirmDialogProps {
  /** Left out: it is mounted only while it is open. */
  opened?: boolean
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
  /** Whether it can be undone without harm. */
  harmless?: boolean
  /** Why it was not done. */
  failure?: { readonly text: string; readonly advice?: string } | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened = true,
    title,
    children,
    confirm,
    cancel = t('ui.cancel'),
    busy,
    disabled = false,
    harmless = false,
    failure,
    onConfirm,
    onClose,
  } = props
  return (
    <DialogFrame opened={opened} onClose={onClose} title={title}>
      <Stack>
        <Stack gap="sm">
          {typeof children === 'string' ? <Text>{children}</Text> : children}
          {failure === undefined ? undefined : <FormFailure {...failure} />}
        </Stack>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <Button
            {...(harmless ? {} : { color: 'red' })}
            loading={busy}
            disabled={disabled}
            {...PRESS_ONCE}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </DialogFrame>
  )
}
