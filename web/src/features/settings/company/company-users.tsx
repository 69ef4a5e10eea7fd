import type { Change } from '@fieldwatch/contract/consequences/changes'
import { type EntityUser, Role, type UserChanges, UserStatus } from '@fieldwatch/contract/people/users'
import { ChoiceSelect } from '#ui/components/choice-select.tsx'
import { useState } from 'react'
import { ConsequencesDialog } from '#shared/consequences/consequences-dialog.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import type { Column } from '#ui/table/column.ts'
import { inPlaceFailure } from '../people/user-failure.ts'
import { isAdmin } from '../people/user-policy.ts'
import { useChangeUser } from '../people/user-queries.ts'
import type { UserDialogs } from '../people/use-user-dialogs.ts'
import { UserEmail, UserName, UserStatusText } from '../people/user-cells.tsx'
import { useRequiresFactor } from '../required-factor/required-factor-queries.ts'
import { fullName } from '../people/user-lists.ts'
import { UsersTable } from '../people/users-table.tsx'
import classes from '../people/user-cells.module.css'
import { t } from './texts.ts'

interface CompanyUsersProps {
  dialogs: UserDialogs
}

/** The users of the own entity. */
export function CompanyUsers({ dialogs }: CompanyUsersProps) {
  const me = useMe()
  const name = me.entityData[me.entity]?.name ?? ''
  const required = useRequiresFactor(me.entity)
  return <UsersTable entity={me.entity} name={name} columns={columnsWith(dialogs, required)} dialogs={dialogs} />
}

function columnsWith(dialogs: UserDialogs, required: boolean): readonly Column<EntityUser>[] {
  return [
    { id: 'id', value: ({ id }) => id, hidden: true },
    {
      id: 'name',
      title: t('people.users.name'),
      value: fullName,
      cell: (user) => <UserName user={user} required={required} />,
    },
    {
      id: 'email',
      title: t('people.users.email'),
      value: ({ email }) => email,
      cell: (user) => <UserEmail user={user} />,
    },
    {
      id: 'role',
      title: t('people.users.role'),
      value: ({ role }) => role,
      cell: (user) => <RoleCell user={user} dialogs={dialogs} />,
    },
    {
      id: 'status',
      title: t('people.users.status'),
      value: ({ status }) => status,
      cell: (user) => <StatusCell user={user} dialogs={dialogs} />,
    },
  ]
}

interface CellProps {
  user: EntityUser
  dialogs: UserDialogs
}

/** The role, which admins change in place; not their own. */
function RoleCell({ user, dialogs }: CellProps) {
  const me = useMe()
  if (!isAdmin(me) || user.id === me.id) return t(`people.users.role.${user.role}`)
  return (
    <AskedChoice
      label={t('people.users.role.of', { name: fullName(user) })}
      values={Role.options}
      value={user.role}
      changesOf={(role) => ({ role })}
      {...{ user, dialogs }}
    />
  )
}

/** The status, which admins change in place; not their own. */
function StatusCell({ user, dialogs }: CellProps) {
  const me = useMe()
  if (!isAdmin(me) || user.id === me.id) return <UserStatusText user={user} />
  return (
    <AskedChoice
      label={t('people.users.status.of', { name: fullName(user) })}
      values={UserStatus.options}
      value={user.status}
      changesOf={(status) => ({ status })}
      {...{ user, dialogs }}
    />
  )
}

interface AskedChoiceProps<Value extends RoleOrStatus> extends CellProps {
  label: string
  values: readonly Value[]
  value: Value
  changesOf: (value: Value) => Pick<UserChanges, 'role' | 'status'>
}

/** A select that asks before it changes a user, as a change takes effect at once and one key can make it. */
function AskedChoice<Value extends RoleOrStatus>({
  label,
  values,
  value,
  changesOf,
  user,
  dialogs,
}: AskedChoiceProps<Value>) {
  const save = useChangeUser()
  const me = useMe()
  const [asked, setAsked] = useState<Value>()
  const name = fullName(user)
  const question = asked && roleQuestion(asked, name)

  function change(wanted: Value): void {
    save.mutate(
      { user, changes: changesOf(wanted) },
      {
        onSuccess: dialogs.finish,
        onError: (error) => dialogs.say({ kind: 'failure', ...inPlaceFailure(error, me.timeFormat) }),
        onSettled: () => setAsked(undefined),
      },
    )
  }

  return (
    <>
      <ChoiceSelect
        aria-label={label}
        size="xs"
        className={classes['choice'] ?? ''}
        choices={values}
        nameOf={(one: RoleOrStatus) => t(`people.users.role.${one}`)}
        value={asked ?? value}
        onChange={setAsked}
      />
      {asked === undefined || question === undefined ? undefined : (
        <ConsequencesDialog
          change={toChange(user, changesOf(asked))}
          title={question.title}
          confirm={question.confirm}
          busy={save.isPending}
          onConfirm={() => change(asked)}
          onClose={() => setAsked(undefined)}
        >
          {question.text}
        </ConsequencesDialog>
      )}
    </>
  )
}

/** What is asked for, as a change from which others follow. */
function toChange({ id }: EntityUser, { role, status }: Pick<UserChanges, 'role' | 'status'>): Change {
  if (status !== undefined) return { kind: status === 'disabled' ? 'person-disabled' : 'person-enabled', userIDs: [id] }
  return { kind: 'person-demoted', userIDs: [id], role }
}

/** The values that an admin changes in the table of users. */
type RoleOrStatus = Role | UserStatus

interface Question {
  title: string
  text: string
  confirm: string
}

/** The question before a user's role or status is changed. */
function roleQuestion(value: RoleOrStatus, name: string): Question {
  return {
    title: t(`people.ask.${value}.title`, { name }),
    text: t(`people.ask.${value}.text`),
    confirm: t(`people.ask.${value}.confirm`),
  }
}
