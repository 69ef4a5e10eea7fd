import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type EntityUser, type Permission, Role, type SessionUser } from '@fieldwatch/contract/people/users'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { ChangeDialog } from '#shared/changes/change-dialog.tsx'
import { ChangeConsequences } from '#shared/consequences/consequences.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { fieldFailures, pictureFailures } from '#ui/components/field-failures.ts'
import { ImageField } from '#ui/pictures/image-field.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { EntityFields } from './entity-fields.tsx'
import { formErrors } from '#ui/components/form-errors.ts'
import { SameNameQuestion } from './same-name-question.tsx'
import { failedText, userFailure } from './user-failure.ts'
import { isAdmin } from './user-policy.ts'
import { fetchUser } from '#shared/users/user-queries.ts'
import { useSaveUser } from './user-queries.ts'
import { checkUser, NEW_ENTITY, userValues, type UserValues } from './user-values.ts'
import { entityOptions } from './entity-options.ts'
import { t } from './texts.ts'
import type { ReactNode } from 'react'
import { UnitsPicker } from '#shared/units/units-picker.tsx'

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
  // Those who administer sub-entities without being admins change neither email nor role of a user.
  const fixed = user !== undefined && !isAdmin(me)
  const send = (checked: UserValues, sameName: boolean): void => {
    const onEntity = (added: EntityId) => form.setFieldValue('entity', added)
    const sent = base === undefined ? checked : edit.changed(checked)
    save.mutate(
      { values: sent, user: base, sameName, onEntity },
      { onSuccess: onDone, onError: (problem) => form.setErrors(fieldFailures(problem, FIELDS)) },
    )
  }
  return (
    <ChangeDialog
      title={user === undefined ? t('people.user.new') : t('people.user.edit')}
      submit={t('people.submit')}
      edit={edit}
      saving={save}
      failureOf={(error) => userFailure(error, user === undefined ? failedText('create') : failedText('change'))}
      onSave={(checked) => send(checked, false)}
      onClose={onClose}
    >
      <TextInput label={t('people.user.first-name')} required data-autofocus {...form.getInputProps('firstName')} />
      <TextInput label={t('people.user.last-name')} required {...form.getInputProps('lastName')} />
      <NativeSelect
        label={t('people.user.entity')}
        required
        data={[...entityOptions(me), { value: NEW_ENTITY, label: t('people.user.entity.add') }]}
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
        label={t('people.users.email')}
        type="email"
        required
        autoComplete="off"
        disabled={fixed}
        {...form.getInputProps('email')}
      />
      <NativeSelect
        label={t('people.users.role')}
        required
        data={[{ value: '', label: t('people.user.role.choose'), disabled: true }, ...rolesFor(me)]}
        disabled={fixed || user?.id === me.id}
        {...form.getInputProps('role')}
      />
      {isAdmin(me) && values.role !== 'admin' ? (
        <Checkbox
          label={t('people.user.sub-entities')}
          description={t('people.user.sub-entities.help')}
          checked={values.permissions.includes('viewSubentities')}
          onChange={({ currentTarget }) =>
            form.setFieldValue('permissions', currentTarget.checked ? ['viewSubentities'] : [])
          }
        />
      ) : undefined}
      <TextInput label={t('people.company')} autoComplete="off" {...form.getInputProps('company')} />
      {isAdmin(me) && user?.id !== me.id ? (
        <UserUnitsField
          entity={values.entity}
          value={values.units}
          error={errors['units']}
          onChange={(units) => form.setFieldValue('units', units)}
        />
      ) : undefined}
      <ImageField
        label={t('people.user.picture')}
        current={base?.profilePic ?? ''}
        value={values.picture}
        error={errors['picture']}
        onChange={(picture) => form.setFieldValue('picture', picture)}
      />
      <SameNameQuestion saving={save} name={values.newEntity.name} onConfirm={() => send(values, true)} />
      {base === undefined ? undefined : <ChangedRights user={base} values={values} />}
    </ChangeDialog>
  )
}

interface ChangedRightsProps {
  user: EntityUser
  values: Pick<UserValues, 'role' | 'entity' | 'permissions'>
}

/** What follows for what a user holds who is to have another role, entity or other permissions. */
function ChangedRights({ user, values: { role, entity, permissions } }: ChangedRightsProps) {
  const isMoved = entity !== user.entity && entity !== NEW_ENTITY && entity !== ''
  const isOtherRole = role !== user.role || permissions.join() !== user.permissions.join()
  if (!isMoved && !isOtherRole) return undefined
  const rights = { userIDs: [user.id], role: role as Role, permissions: [...permissions] as Permission[] }
  return (
    <ChangeConsequences
      change={
        isMoved
          ? { kind: 'person-moved', entityID: entity as EntityId, ...rights }
          : { kind: 'person-demoted', ...rights }
      }
    />
  )
}

/** What the portal refuses of a single field. */
const FIELDS = {
  'user/email-taken': 'email',
  'entity/name-taken': 'newEntity.name',
  ...pictureFailures('picture'),
} as const

/** The roles that a user may give. */
function rolesFor(me: SessionUser) {
  const roles = isAdmin(me) ? Role.options : (['viewer'] as const)
  return roles.map((value) => ({ value, label: t(`people.users.role.${value}`) }))
}

interface UserUnitsFieldProps {
  /** The entity of the user: its id, or `NEW_ENTITY`, which has no units yet. */
  entity: string
  value: readonly string[]
  error: ReactNode
  onChange: (units: readonly string[]) => void
}

/** The units that a user is responsible for. */
function UserUnitsField({ entity, value, error, onChange }: UserUnitsFieldProps) {
  return (
    <UnitsPicker
      label={t('people.user.units')}
      description={t('people.user.units.help')}
      placeholder={value.length === 0 ? t('people.user.units.none') : ''}
      entity={entity as EntityId}
      isEmpty={entity === NEW_ENTITY || entity === ''}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
