import { Button, Group, Modal, Stack } from '@mantine/core'
import { isValidElement, type ReactElement, type ReactNode, type SubmitEvent } from 'react'
import { focusInvalid } from '#components/focus-invalid.ts'
import { FailureNote } from '#components/failure-note.tsx'
import { ReturnFocus } from '#components/return-focus.tsx'

interface FormDialogProps {
  title: string
  /** What the button that sends the form reads. */
  submit: string
  busy: boolean
  /** Why it was not sent, in words or as a note of its own. */
  failure: { text: string; advice?: string } | ReactElement | undefined
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog. A click beside it closes it, unless it is being sent. */
export function FormDialog({ title, submit, busy, failure, onSubmit, onClose, children }: FormDialogProps) {
  const close = busy ? () => undefined : onClose
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close the dialog' }}>
      <ReturnFocus />
      <form noValidate onSubmit={focusInvalid(onSubmit)}>
        <Stack gap="sm">
          {children}
          {failure === undefined || isValidElement(failure) ? failure : <FailureNote {...failure} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={busy} onClick={close}>
              Close
            </Button>
            <Button type="submit" loading={busy}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
