import { type EntityUser, ROLES, USER_STATUSES, type UserChanges } from '@fieldwatch/contract/users'
import { NativeSelect } from '@mantine/core'
import { useMe } from '#session/me-queries.ts'
import type { Column } from '#table/column.ts'
import { inPlaceFailure } from './people-failure.ts'
import { isAdmin } from './people-policy.ts'
import { useChangeUser } from './people-queries.ts'
import type { People } from './use-people.ts'
import { UserEmail, UserName, UserStatusText } from './user-cells.tsx'
import { fullName } from './user-lists.ts'
import { UsersTable } from './users-table.tsx'
import classes from './user-cells.module.css'

interface CompanyUsersProps {
  people: People
}

/** The users of the own entity. */
export function CompanyUsers({ people }: CompanyUsersProps) {
  const me = useMe()
  const name = me.entityData[me.entity]?.name ?? ''
  return <UsersTable entity={me.entity} name={name} columns={columnsWith(people)} people={people} />
}

function columnsWith(people: People): readonly Column<EntityUser>[] {
  return [
    { id: 'id', value: ({ id }) => id, hidden: true },
    { id: 'name', value: fullName, cell: (user) => <UserName user={user} /> },
    { id: 'email', value: ({ email }) => email, cell: (user) => <UserEmail user={user} /> },
    { id: 'role', value: ({ role }) => role, cell: (user) => <RoleCell user={user} people={people} /> },
    { id: 'status', value: ({ status }) => status, cell: (user) => <StatusCell user={user} people={people} /> },
  ]
}

interface CellProps {
  user: EntityUser
  people: People
}

/** The role, which admins change in place; not their own. */
function RoleCell({ user, people }: CellProps) {
  const me = useMe()
  const { pending, change } = useChangeInPlace({ user, people })
  if (!isAdmin(me) || user.id === me.id) return user.role
  return (
    <Choice
      label={`Role of ${fullName(user)}`}
      values={ROLES}
      value={pending?.role ?? user.role}
      onChange={(role) => change({ role })}
    />
  )
}

/** The status, which admins change in place; not their own. */
function StatusCell({ user, people }: CellProps) {
  const me = useMe()
  const { pending, change } = useChangeInPlace({ user, people })
  if (!isAdmin(me) || user.id === me.id) return <UserStatusText user={user} />
  return (
    <Choice
      label={`Status of ${fullName(user)}`}
      values={USER_STATUSES}
      value={pending?.status ?? user.status}
      onChange={(status) => change({ status })}
    />
  )
}

/** Saves a change at once, and shows it while it is on its way. */
function useChangeInPlace({ user, people }: CellProps) {
  const save = useChangeUser()
  const me = useMe()
  return {
    pending: save.isPending ? save.variables.changes : undefined,
    change: (changes: Pick<UserChanges, 'role' | 'status'>) =>
      save.mutate(
        { user, changes },
        {
          onSuccess: people.finish,
          onError: (error) => people.say({ kind: 'failure', ...inPlaceFailure(error, me.timeFormat) }),
        },
      ),
  }
}

interface ChoiceProps<Value extends string> {
  label: string
  values: readonly Value[]
  value: Value
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, values, value, onChange }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      aria-label={label}
      size="xs"
      className={classes['choice'] ?? ''}
      data={[...values]}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = values.find((one) => one === currentTarget.value)
        if (chosen !== undefined) onChange(chosen)
      }}
    />
  )
}
