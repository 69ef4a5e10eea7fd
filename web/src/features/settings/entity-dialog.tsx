import { useForm } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'
import { peopleFailure } from './people-failure.ts'
import { EntityFields } from './entity-fields.tsx'
import { FormDialog } from '#components/form-dialog.tsx'
import { formErrors } from '#components/form-errors.ts'
import { EntityForm, type EntityValues } from './person-values.ts'

/** What is said when an entity could not be saved and the server did not say why. */
export const ENTITY_FAILED = 'Something went wrong when saving the entity'

interface EntityDialogProps<Reply> {
  title: string
  submit: string
  initialValues: EntityValues
  /** The addresses of the pictures of the entity that is changed. */
  pictures?: { logo: string; icon: string }
  save: UseMutationResult<Reply, Error, EntityValues>
  onDone: (reply: Reply) => void
  onClose: () => void
}

/** Create Entity, and the change of the own company or of a sub-entity. */
export function EntityDialog<Reply>(props: EntityDialogProps<Reply>) {
  const { save, onDone } = props
  const form = useForm<EntityValues>({
    initialValues: props.initialValues,
    validate: (values) => formErrors(EntityForm.safeParse(values)),
  })
  return (
    <FormDialog
      title={props.title}
      submit={props.submit}
      busy={save.isPending}
      failure={save.isError ? peopleFailure(save.error, ENTITY_FAILED) : undefined}
      onSubmit={form.onSubmit((values) => {
        if (!save.isPending) save.mutate(values, { onSuccess: onDone })
      })}
      onClose={props.onClose}
    >
      <EntityFields values={form.values} errors={form.errors} pictures={props.pictures} onChange={form.setValues} />
    </FormDialog>
  )
}
