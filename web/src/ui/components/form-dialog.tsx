import { Button, Group, Stack } from '@mantine/core'
import { isValidElement, type ReactElement, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { focusInvalid, focusFirstInvalid } from './focus-invalid.ts'
import { Dialog, type DialogProps, useCloseDialog } from './dialog.tsx'
import { FormFailure } from './form-failure.tsx'
import { t } from '#platform/texts.ts'

interface FormDialogProps extends Pick<DialogProps, 'size' | 'fullScreen'> {
  title: string
  /** What the button that sends the form reads. */
  submit: string
  busy: boolean
  /** It cannot be sent as it is. */
  disabled?: boolean
  /** Why it was not sent: an error, words, or its own note. */
  failure: Error | { text: string; advice?: string } | ReactElement | null | undefined
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: it says why it was not sent where it is seen, and asks before what was entered is lost (`useUnsaved`). */
export function FormDialog({ title, submit, busy, disabled = false, ...props }: FormDialogProps) {
  const { failure, onSubmit, onClose, children, ...frame } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The answer may be about a field.
    if (!busy && form.current !== null) focusFirstInvalid(form.current)
  }, [busy])
  return (
    <Dialog
      {...frame}
      title={title}
      busy={busy}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
    >
      <form
        ref={form}
        noValidate
        onSubmit={focusInvalid((event) => {
          event.preventDefault()
          onSubmit(event)
        })}
      >
        <Stack gap="sm">
          {children}
          <Failure of={failure} />
          <Group justify="flex-end" gap="xs">
            <CloseButton busy={busy} />
            <Button type="submit" loading={busy} disabled={disabled}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function Failure({ of: failure }: { of: FormDialogProps['failure'] }) {
  if (failure === undefined || failure === null || isValidElement(failure)) return failure
  return failure instanceof Error ? <FormFailure text={failure.message} /> : <FormFailure {...failure} />
}

function CloseButton({ busy }: { busy: boolean }) {
  const close = useCloseDialog()
  return (
    <Button variant="default" disabled={busy} onClick={close}>
      {t('ui.close')}
    </Button>
  )
}
