import { type ListedTemplate, TemplateTitle } from '@fieldwatch/contract/templates/template-gallery'
import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '#platform/api/api-error.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { conflictText, isConflict } from '#shared/changes/conflict.ts'
import { useRenameTemplate } from '#shared/templates/template-queries.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { IconField } from './icon-field.tsx'

interface RenameTemplateDialogProps {
  /** As it is now. */
  template: ListedTemplate
  onClose: () => void
}

/** Gives a template another name and icon. */
export function RenameTemplateDialog({ template, onClose }: RenameTemplateDialogProps) {
  const { timeFormat } = useMe()
  const rename = useRenameTemplate(template.id)
  const form = useForm({
    initialValues: { title: template.title, icon: template.icon },
    validate: ({ title }) => {
      const read = TemplateTitle.safeParse(title)
      return read.success ? {} : { title: read.error.issues[0]?.message ?? '' }
    },
  })
  useUnsaved(form.isDirty() && !rename.isSuccess)
  const { error } = rename
  return (
    <FormDialog
      title="Name and icon of the template"
      submit="Save"
      busy={rename.isPending}
      failure={
        error === null
          ? undefined
          : isConflict(error)
            ? {
                text: conflictText(error, timeFormat),
                advice: 'Nothing was overwritten. Press Save again to change the newer one.',
              }
            : { text: error.message }
      }
      onSubmit={form.onSubmit(({ title, icon }) =>
        rename.mutate(
          { title, icon, version: template.version },
          {
            onSuccess: onClose,
            onError: (problem) => {
              if (problem instanceof ApiError) form.setErrors(problem.details.fields ?? {})
            },
          },
        ),
      )}
      onClose={onClose}
    >
      <TextInput label="Name" required maxLength={200} data-autofocus {...form.getInputProps('title')} />
      <IconField value={form.values.icon} onChange={(icon) => form.setFieldValue('icon', icon)} />
      {template.units < 2 ? undefined : (
        <Text size="sm" c="dimmed">
          This changes for all {template.units} devices that share it.
        </Text>
      )}
    </FormDialog>
  )
}
