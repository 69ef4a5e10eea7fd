import { refusedFields } from '#ui/components/field-failures.ts'
import { EntitySelect } from '#shared/users/entity-select.tsx'
import { type ListedTemplate, TemplateTitle } from '@fieldwatch/contract/templates/template-gallery'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMe } from '#platform/session/me-queries.ts'
import { useCreateTemplate } from '#shared/templates/template-queries.ts'
import { UnitPicker } from '#shared/units/unit-picker.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { firstProblem } from '#ui/components/form-errors.ts'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { entityOptions } from '../people/entity-options.ts'
import { IconField } from './icon-field.tsx'
import { t } from './texts.ts'

interface NewTemplateDialogProps {
  /** The template that is copied; left out, it begins empty or as what a unit shows. */
  from?: ListedTemplate
  onClose: () => void
}

/** Adds a template: empty, as a copy, or as what a unit shows. */
export function NewTemplateDialog({ from, onClose }: NewTemplateDialogProps) {
  const me = useMe()
  const create = useCreateTemplate()
  const form = useForm({
    initialValues: {
      title: from === undefined ? '' : t('templates.copy.name', { title: from.title.slice(0, 190).toWellFormed() }),
      entity: from?.entity ?? me.entity,
      dataID: '',
      icon: from?.icon ?? null,
    },
    validate: ({ title }) => ({ title: firstProblem(TemplateTitle.safeParse(title)) }),
  })
  useUnsaved(form.isDirty() && !create.isSuccess)
  const { error } = create
  return (
    <FormDialog
      title={from === undefined ? t('templates.add.title') : t('templates.copy.title')}
      submit={from === undefined ? t('templates.add.submit') : t('templates.copy')}
      busy={create.isPending}
      failure={error}
      onSubmit={form.onSubmit(({ title, entity, dataID, icon }) =>
        create.mutate(
          {
            title,
            entity,
            ...(icon === null && from === undefined ? {} : { icon }),
            ...(from === undefined ? {} : { templateID: from.id }),
            ...(dataID === '' ? {} : { dataID }),
          },
          {
            onSuccess: onClose,
            onError: (problem) => form.setErrors(refusedFields(problem)),
          },
        ),
      )}
      onClose={onClose}
    >
      <TextInput label={t('templates.name')} required maxLength={200} data-autofocus {...form.getInputProps('title')} />
      <EntitySelect label={t('templates.entity')} options={entityOptions(me)} {...form.getInputProps('entity')} />
      {from === undefined ? (
        <UnitPicker
          label={t('templates.add.from')}
          description={t('templates.add.from.help')}
          placeholder={t('templates.add.from.empty')}
          clearable
          clearButtonProps={{ 'aria-label': t('templates.add.from.clear') }}
          value={form.values.dataID}
          error={form.errors['dataID']}
          onChange={(dataID) => form.setFieldValue('dataID', dataID)}
        />
      ) : undefined}
      <IconField value={form.values.icon} onChange={(icon) => form.setFieldValue('icon', icon)} />
    </FormDialog>
  )
}
