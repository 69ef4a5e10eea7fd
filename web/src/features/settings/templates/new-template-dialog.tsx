import { type ListedTemplate, TemplateTitle } from '@fieldwatch/contract/template-gallery'
import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { ApiError } from '#platform/api/api-error.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { useCreateTemplate } from '#shared/templates/template-queries.ts'
import { unitNamesQuery } from '#shared/units/unit-names-query.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { formErrors } from '#ui/components/form-errors.ts'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { entityOptions } from '../entity-options.ts'

interface NewTemplateDialogProps {
  /** The template that is copied; left out, it begins empty or as what a unit shows. */
  from?: ListedTemplate
  onClose: () => void
}

/** Adds a template: empty, as a copy, or as what a unit shows. */
export function NewTemplateDialog({ from, onClose }: NewTemplateDialogProps) {
  const api = useApi()
  const me = useMe()
  const entities = entityOptions(me)
  const create = useCreateTemplate()
  const units = useQuery({ ...unitNamesQuery(api), enabled: from === undefined })
  const form = useForm({
    initialValues: {
      title: from === undefined ? '' : `${from.title.slice(0, 190).toWellFormed()} (copy)`,
      entity: from?.entity ?? me.entity,
      dataID: '',
    },
    validate: ({ title }) => {
      const read = TemplateTitle.safeParse(title)
      return read.success ? {} : { title: Object.values(formErrors(read))[0] ?? read.error.issues[0]?.message ?? '' }
    },
  })
  useUnsaved(form.isDirty() && !create.isSuccess)
  const { error } = create
  return (
    <FormDialog
      title={from === undefined ? 'Add a template' : 'Copy the template'}
      submit={from === undefined ? 'Add' : 'Copy'}
      busy={create.isPending}
      failure={error === null ? undefined : { text: error.message }}
      onSubmit={form.onSubmit(({ title, entity, dataID }) =>
        create.mutate(
          {
            title,
            entity,
            ...(from === undefined ? {} : { templateID: from.id }),
            ...(dataID === '' ? {} : { dataID }),
          },
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
      {entities.length < 2 ? undefined : (
        <NativeSelect label="Entity" data={entities} {...form.getInputProps('entity')} />
      )}
      {from === undefined ? (
        <NativeSelect
          label="Begins as"
          data={[
            { value: '', label: 'Empty' },
            ...(units.data ?? []).map(({ id, friendlyName }) => ({
              value: id,
              label: `What ${friendlyName} shows`,
            })),
          ]}
          {...form.getInputProps('dataID')}
        />
      ) : undefined}
    </FormDialog>
  )
}
