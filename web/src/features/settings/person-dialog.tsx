import type { EntityId } from '@fieldwatch/contract/ids'
import { type EntityUser, ROLES } from '@fieldwatch/contract/users'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ImageField } from '#components/image-field.tsx'
import { useMe } from '#session/me-queries.ts'
import { EntityFields } from './entity-fields.tsx'
import { FormDialog } from '#components/form-dialog.tsx'
import { formErrors } from '#components/form-errors.ts'
import { CHANGE_FAILED, CREATE_FAILED, peopleFailure } from './people-failure.ts'
import { isAdmin } from './people-policy.ts'
import { useSavePerson } from './people-queries.ts'
import { checkPerson, NEW_ENTITY, personValues, type PersonValues } from './person-values.ts'
import { entityOptions } from './entity-options.ts'

interface PersonDialogProps {
  /** The user who is changed; left out: a new one. */
  user?: EntityUser | undefined
  /** The entity that a new user begins with. */
  entity: EntityId
  onDone: (message: string | undefined) => void
  onClose: () => void
}

/** New User and Edit User. */
export function PersonDialog({ user, entity, onDone, onClose }: PersonDialogProps) {
  const me = useMe()
  const save = useSavePerson()
  const form = useForm<PersonValues>({
    initialValues: personValues(user, entity),
    validate: (values) => formErrors(checkPerson(values)),
  })
  const { values, errors } = form
  // Who looks after sub-entities without being an admin changes neither how somebody signs in nor what they may.
  const fixed = user !== undefined && !isAdmin(me)
  return (
    <FormDialog
      title={user === undefined ? 'New User' : 'Edit User'}
      submit="Submit"
      busy={save.isPending}
      failure={save.isError ? peopleFailure(save.error, user === undefined ? CREATE_FAILED : CHANGE_FAILED) : undefined}
      onSubmit={form.onSubmit((checked) => {
        if (save.isPending) return
        const onEntity = (added: EntityId) => form.setFieldValue('entity', added)
        save.mutate({ values: checked, user, onEntity }, { onSuccess: onDone })
      })}
      onClose={onClose}
    >
      <TextInput label="First Name" required data-autofocus {...form.getInputProps('firstName')} />
      <TextInput label="Last Name" required {...form.getInputProps('lastName')} />
      <NativeSelect
        label="Entity"
        required
        data={[...entityOptions(me), NEW_ENTITY]}
        disabled={user?.id === me.id}
        {...form.getInputProps('entity')}
      />
      {values.entity === NEW_ENTITY ? (
        <EntityFields
          values={values.newEntity}
          errors={{ name: errors['newEntity.name'], url: errors['newEntity.url'] }}
          onChange={(newEntity) => {
            form.setFieldValue('newEntity', newEntity)
            form.clearFieldError('newEntity.name')
            form.clearFieldError('newEntity.url')
          }}
        />
      ) : undefined}
      <TextInput
        label="Email"
        type="email"
        required
        autoComplete="off"
        disabled={fixed}
        {...form.getInputProps('email')}
      />
      <NativeSelect
        label="Role"
        required
        data={[{ value: '', label: 'Choose a role', disabled: true }, ...ROLES]}
        disabled={fixed || user?.id === me.id}
        {...form.getInputProps('role')}
      />
      {isAdmin(me) && values.role !== 'admin' ? (
        <Checkbox
          label="Looks after sub-entities"
          description="Sees their units, adds entities, and adds and changes viewers there."
          checked={values.permissions.includes('viewSubentities')}
          onChange={({ currentTarget }) =>
            form.setFieldValue('permissions', currentTarget.checked ? ['viewSubentities'] : [])
          }
        />
      ) : undefined}
      <ImageField
        label="Profile Picture"
        current={user?.profilePic ?? ''}
        value={values.picture}
        onChange={(picture) => form.setFieldValue('picture', picture)}
      />
    </FormDialog>
  )
}
