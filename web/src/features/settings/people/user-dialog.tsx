import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type EntityUser, ROLES } from '@fieldwatch/contract/people/users'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { ChangeFailure } from '#shared/changes/change-failure.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { fieldFailures, pictureFailures } from '#ui/components/field-failures.ts'
import { ImageField } from '#ui/pictures/image-field.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { EntityFields } from './entity-fields.tsx'
import { UserUnitsField } from './user-units-field.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { formErrors } from '#ui/components/form-errors.ts'
import { CHANGE_FAILED, CREATE_FAILED, userFailure } from './user-failure.ts'
import { isAdmin } from './user-policy.ts'
import { fetchUser } from '#shared/users/user-queries.ts'
import { useSaveUser } from './user-queries.ts'
import { checkUser, NEW_ENTITY, userValues, type UserValues } from './user-values.ts'
import { entityOptions } from './entity-options.ts'

interface UserDialogProps {
  /** The user who is changed; left out: a new one. */
  user?: EntityUser | undefined
  /** The entity that a new user begins with. */
  entity: EntityId
  onDone: (message: string | undefined) => void
  onClose: () => void
}

/** New User and Edit User. */
export function UserDialog({ user, entity, onDone, onClose }: UserDialogProps) {
  const me = useMe()
  const api = useApi()
  const client = useQueryClient()
  const save = useSaveUser()
  const edit = useChangeForm<EntityUser | undefined, UserValues>({
    thing: user,
    valuesOf: (seen) => userValues(seen, entity),
    validate: (values) => formErrors(checkUser(values)),
    ids: { entity: 'entity', units: 'unit' },
    readNewer: async () => user && fetchUser(client, api, user),
    onNewer: save.reset,
  })
  const { form, base } = edit
  const { values, errors } = form
  const error = edit.loadError ?? save.error
  // Those who administer sub-entities without being admins change neither email nor role of a user.
  const fixed = user !== undefined && !isAdmin(me)
  return (
    <FormDialog
      title={user === undefined ? 'New User' : 'Edit User'}
      submit="Submit"
      busy={save.isPending}
      failure={
        error === null ? undefined : (
          <ChangeFailure
            error={error}
            failure={userFailure(error, user === undefined ? CREATE_FAILED : CHANGE_FAILED)}
            newer={edit}
          />
        )
      }
      onSubmit={form.onSubmit((checked) => {
        const onEntity = (added: EntityId) => form.setFieldValue('entity', added)
        const sent = base === undefined ? checked : edit.changed(checked)
        save.mutate(
          { values: sent, user: base, onEntity },
          { onSuccess: onDone, onError: (problem) => form.setErrors(fieldFailures(problem, FIELDS)) },
        )
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
          errors={{
            name: errors['newEntity.name'],
            company: errors['newEntity.company'],
            url: errors['newEntity.url'],
            logo: errors['newEntity.logo'],
            icon: errors['newEntity.icon'],
          }}
          onChange={(newEntity) => {
            form.setFieldValue('newEntity', newEntity)
            for (const field of ['name', 'company', 'url', 'logo', 'icon']) form.clearFieldError(`newEntity.${field}`)
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
        data={[{ value: '', label: 'Choose a role', disabled: true }, ...(isAdmin(me) ? ROLES : ['viewer'])]}
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
      <TextInput label="Company" autoComplete="off" {...form.getInputProps('company')} />
      {isAdmin(me) && user?.id !== me.id ? (
        <UserUnitsField
          entity={values.entity}
          value={values.units}
          error={errors['units']}
          onChange={(units) => form.setFieldValue('units', units)}
        />
      ) : undefined}
      <ImageField
        label="Profile Picture"
        current={base?.profilePic ?? ''}
        value={values.picture}
        error={errors['picture']}
        onChange={(picture) => form.setFieldValue('picture', picture)}
      />
    </FormDialog>
  )
}

/** What the portal refuses of a single field. */
const FIELDS = { 'user/email-taken': 'email', ...pictureFailures('picture') } as const
