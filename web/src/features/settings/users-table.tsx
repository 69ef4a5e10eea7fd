import type { EntityUser } from '@fieldwatch/contract/users'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { EntityId } from '@fieldwatch/contract/ids'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { usersQuery } from '#shared/people/user-queries.ts'
import { useMe } from '#platform/session/me-queries.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { CHANGE_FAILED, peopleFailure } from './people-failure.ts'
import { isAdmin, looksAfterEntities } from './people-policy.ts'
import { useInviteUser } from './people-queries.ts'
import type { People } from './use-people.ts'
import { userActions } from './user-actions.tsx'
import { fullName } from './user-lists.ts'

interface UsersTableProps {
  /** The entity whose users are shown, and how it is called. */
  entity: EntityId
  name: string
  columns: readonly Column<EntityUser>[]
  people: People
}

/** The users of an entity, with what can be done with them. */
export function UsersTable({ entity, name, columns, people }: UsersTableProps) {
  const me = useMe()
  const { data: users, error, refetch } = useQuery(usersQuery(useApi(), entity))
  const invite = useInviteUser()
  const [selected, setSelected] = useState<readonly string[]>([])
  const chosen = users?.filter(({ id }) => selected.includes(id)) ?? []

  function sendInvitation(user: EntityUser): void {
    invite.mutate(user.id, {
      onSuccess: people.finish,
      onError: (problem) => people.say({ kind: 'failure', ...peopleFailure(problem, CHANGE_FAILED) }),
    })
  }

  if (users === undefined && error !== null) {
    return <LoadFailure title="The users cannot be shown" message={error.message} onRetry={() => void refetch()} />
  }
  return (
    <DataTable
      label={`Users of ${name}`}
      columns={columns}
      rows={users}
      rowId={({ id }) => id}
      rowLabel={fullName}
      {...(isAdmin(me) ? { selection: { selected: chosen.map(({ id }) => id), onSelect: setSelected } } : {})}
      {...(chosen.length === 0
        ? {}
        : {
            tools: (
              <Button variant="default" onClick={() => people.askToDelete(chosen)}>
                Delete {chosen.length === 1 ? 'user' : `${chosen.length} users`}
              </Button>
            ),
          })}
      {...(looksAfterEntities(me)
        ? {
            actions: (user: EntityUser) =>
              userActions({
                me,
                user,
                onEdit: () => people.send({ type: 'editUser', user }),
                onDelete: () => people.askToDelete([user]),
                onInvite: () => sendInvitation(user),
              }),
          }
        : {})}
    />
  )
}
