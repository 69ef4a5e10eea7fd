import { refusedFields } from '#ui/components/field-failures.ts'
import { changeFailure } from '#shared/changes/conflict.ts'
import { firstProblem } from '#ui/components/form-errors.ts'
import { type ListedTemplate, TemplateTitle } from '@fieldwatch/contract/templates/template-gallery'
import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMe } from '#platform/session/me-queries.ts'
import { useRenameTemplate } from '#shared/templates/template-queries.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { IconField } from './icon-field.tsx'
import { t } from './texts.ts'

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
    validate: ({ title }) => ({ title: firstProblem(TemplateTitle.safeParse(title)) }),
  })
  useUnsaved(form.isDirty() && !rename.isSuccess)
  const { error } = rename
  return (
    <FormDialog
      title={t('templates.rename.title')}
      submit={t('templates.save')}
      busy={rename.isPending}
      failure={error === null ? undefined : changeFailure(error, timeFormat, t('templates.rename.newer'))}
      onSubmit={form.onSubmit(({ title, icon }) =>
        rename.mutate(
          { title, icon, version: template.version },
          {
            onSuccess: onClose,
            onError: (problem) => form.setErrors(refusedFields(problem)),
          },
        ),
      )}
      onClose={onClose}
    >
      <TextInput label={t('templates.name')} required maxLength={200} data-autofocus {...form.getInputProps('title')} />
      <IconField value={form.values.icon} onChange={(icon) => form.setFieldValue('icon', icon)} />
      {template.units < 2 ? undefined : (
        <Text size="sm" c="dimmed">
          {t('templates.rename.all', { units: template.units })}
        </Text>
      )}
    </FormDialog>
  )
}
