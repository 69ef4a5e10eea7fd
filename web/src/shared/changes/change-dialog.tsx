import type { ComponentProps } from 'react'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { ChangeFailure } from './change-failure.tsx'
import type { ChangeForm } from './use-change-form.ts'

interface ChangeDialogProps<Thing, Values extends object> extends Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'submit' | 'size' | 'onClose' | 'children'
> {
  edit: ChangeForm<Thing, Values>
  /** The action that saves what was entered. */
  saving: { readonly isPending: boolean; readonly error: Error | null }
  /** The text of a failure, where it isn't the whole message. */
  failureOf?: (error: Error) => { text: string; advice?: string }
  onSave: (values: Values) => void
}

/** A form in a dialog for a thing that others may change in the meantime, or for a new one. */
export function ChangeDialog<Thing, Values extends object>({
  edit,
  saving,
  failureOf = ({ message }) => ({ text: message }),
  onSave,
  ...dialog
}: ChangeDialogProps<Thing, Values>) {
  const error = edit.loadError ?? saving.error
  return (
    <FormDialog
      {...dialog}
      busy={saving.isPending}
      disabled={edit.loading}
      failure={error === null ? undefined : <ChangeFailure error={error} failure={failureOf(error)} newer={edit} />}
      onSubmit={edit.form.onSubmit(onSave)}
    />
  )
}
