import type { Entity } from '@fieldwatch/contract/people/entities'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { ChangeDialog } from '#shared/changes/change-dialog.tsx'
import { ChangeConsequences } from '#shared/consequences/consequences.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { fieldFailures, type FieldOfCode, pictureFailures } from '#ui/components/field-failures.ts'
import { formErrors } from '#ui/components/form-errors.ts'
import { entityQuery } from '#shared/users/entity-queries.ts'
import { EntityFields } from './entity-fields.tsx'
import { SameNameQuestion } from './same-name-question.tsx'
import { failedText, userFailure } from './user-failure.ts'
import { useChangeEntity, useCreateEntity } from './user-queries.ts'
import { EntityForm, type EntityValues, NO_ENTITY } from './user-values.ts'
import { t } from './texts.ts'

interface EntityDialogProps {
  onDone: (message: string | undefined) => void
  onClose: () => void
}

/** Adds a sub-entity. */
export function CreateEntityDialog({ onDone, onClose }: EntityDialogProps) {
  const create = useCreateEntity()
  const form = useForm<EntityValues>({ initialValues: NO_ENTITY, validate: checkEntity })
  useUnsaved(form.isDirty())
  const save = (values: EntityValues, sameName: boolean): void =>
    create.mutate(
      { values, sameName },
      {
        onSuccess: ({ message }) => onDone(message),
        onError: (error) => form.setErrors(fieldFailures(error, fieldsOf(values))),
      },
    )
  return (
    <FormDialog
      title={t('people.entity.create')}
      submit={t('people.create')}
      busy={create.isPending}
      failure={create.error === null ? undefined : userFailure(create.error, failedText('entity'))}
      onSubmit={form.onSubmit((values) => save(values, false))}
      onClose={onClose}
    >
      <EntityFields values={form.values} errors={form.errors} onChange={form.setValues} />
      <SameNameQuestion saving={create} name={form.values.name} onConfirm={() => save(form.values, true)} />
    </FormDialog>
  )
}

interface EditEntityDialogProps extends EntityDialogProps {
  title: string
  entity: Entity
  /** The own entity cannot be disabled. */
  withStatus: boolean
}

/** Changes the own company or a sub-entity. */
export function EditEntityDialog({ title, entity, withStatus, onDone, onClose }: EditEntityDialogProps) {
  const api = useApi()
  const client = useQueryClient()
  const change = useChangeEntity(entity.entityID)
  const edit = useChangeForm<Entity, EntityValues>({
    thing: entity,
    valuesOf: ({ name, company, url, status, viewersMayEdit, viewersMayConfigure, measures, language }) => ({
      ...NO_ENTITY,
      name,
      company,
      url,
      ...(withStatus ? { status } : {}),
      viewersMayEdit,
      viewersMayConfigure,
      measures,
      language,
    }),
    validate: checkEntity,
    readNewer: () => client.fetchQuery({ ...entityQuery(api, entity.entityID), staleTime: 0 }),
    onNewer: change.reset,
  })
  const { form, base } = edit
  const save = (values: EntityValues, sameName: boolean): void =>
    change.mutate(
      { changed: edit.changed(values), version: base.version, sameName },
      { onSuccess: onDone, onError: (problem) => form.setErrors(fieldFailures(problem, fieldsOf(values))) },
    )
  return (
    <ChangeDialog
      title={title}
      submit={t('people.save')}
      edit={edit}
      saving={change}
      failureOf={(error) => userFailure(error, failedText('entity'))}
      onSave={(values) => save(values, false)}
      onClose={onClose}
    >
      <EntityFields values={form.values} errors={form.errors} pictures={base} onChange={form.setValues} />
      {form.values.status === undefined || form.values.status === base.status ? undefined : (
        <ChangeConsequences
          change={{
            kind: form.values.status === 'disabled' ? 'entity-disabled' : 'entity-enabled',
            entityID: base.entityID,
          }}
        />
      )}
      <SameNameQuestion saving={change} name={form.values.name} onConfirm={() => save(form.values, true)} />
    </ChangeDialog>
  )
}

/** The fields that a refusal is about; no picture when two were sent, as the server does not tell which it refuses. */
function fieldsOf({ logo, icon }: EntityValues): FieldOfCode {
  const name = { 'entity/name-taken': 'name' } as const
  if (logo instanceof File && icon instanceof File) return name
  return { ...name, ...pictureFailures(logo instanceof File ? 'logo' : 'icon') }
}

function checkEntity(values: EntityValues) {
  return formErrors(EntityForm.safeParse(values))
}
