import type { EntityUser, SessionUser } from '@fieldwatch/contract/people/users'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { usersQuery } from '#shared/users/user-queries.ts'
import { useMe } from '#platform/session/me-queries.ts'
import type { Column, RowAction } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { failedText, userFailure } from './user-failure.ts'
import { administersEntities, isAdmin, mayDelete, mayEditUser, mayInvite, mayResetFactor } from './user-policy.ts'
import { useInviteUser } from './user-queries.ts'
import type { UserDialogs } from './use-user-dialogs.ts'
import { fullName } from './user-lists.ts'
import { IconHistory, IconMailForward, IconPencil, IconShieldOff, IconTrash } from '#ui/icons/icons.ts'
import { t } from './texts.ts'

interface UsersTableProps {
  /** The entity whose users are shown, and how it is called. */
  entity: EntityId
  name: string
  columns: readonly Column<EntityUser>[]
  dialogs: UserDialogs
}

/** The users of an entity, with what can be done with them. */
export function UsersTable({ entity, name, columns, dialogs }: UsersTableProps) {
  const me = useMe()
  const { data: users, error, refetch } = useQuery(usersQuery(useApi(), entity))
  const invite = useInviteUser()
  const [selected, setSelected] = useState<readonly string[]>([])
  const chosen = users?.filter(({ id }) => selected.includes(id)) ?? []

  function sendInvitation(user: EntityUser): void {
    invite.mutate(user.id, {
      onSuccess: dialogs.finish,
      onError: (problem) => dialogs.say({ kind: 'failure', ...userFailure(problem, failedText('change')) }),
    })
  }

  if (users === undefined && error !== null) {
    return <LoadFailure title={t('people.users.failed')} message={error.message} onRetry={() => void refetch()} />
  }
  return (
    <DataTable
      label={t('people.users.of', { name })}
      columns={columns}
      rows={users}
      rowId={({ id }) => id}
      rowLabel={fullName}
      {...(isAdmin(me) ? { selection: { selected: chosen.map(({ id }) => id), onSelect: setSelected } } : {})}
      {...(chosen.length === 0
        ? {}
        : {
            tools: (
              <Button variant="default" onClick={() => dialogs.askToDelete(chosen)}>
                {t('people.users.delete', { count: chosen.length })}
              </Button>
            ),
          })}
      {...(administersEntities(me)
        ? {
            actions: (user: EntityUser) => userActions({ me, user, dialogs, onInvite: () => sendInvitation(user) }),
          }
        : {})}
    />
  )
}

interface UserActionsSetting {
  me: SessionUser
  user: EntityUser
  dialogs: UserDialogs
  onInvite: () => void
}

/** What can be done with a user of a table. */
function userActions({ me, user, dialogs, onInvite }: UserActionsSetting): RowAction[] {
  const { open, askToDelete } = dialogs
  const all: (RowAction & { may: boolean })[] = [
    {
      may: mayEditUser(me, user),
      label: t('people.edit'),
      icon: <IconPencil {...ICON} />,
      onSelect: () => open({ name: 'editUserModal', user }),
    },
    {
      may: mayInvite(me, user),
      label: t('people.users.invite-again'),
      icon: <IconMailForward {...ICON} />,
      onSelect: onInvite,
    },
    {
      may: mayResetFactor(me, user),
      label: t('people.users.reset-factor'),
      icon: <IconShieldOff {...ICON} />,
      onSelect: () => open({ name: 'resetFactor', user }),
    },
    {
      may: isAdmin(me),
      label: t('people.users.activity'),
      icon: <IconHistory {...ICON} />,
      onSelect: () => open({ name: 'userActivity', user }),
    },
    {
      may: mayDelete(me, user),
      label: user.invited ? t('people.users.withdraw') : t('people.delete'),
      icon: <IconTrash {...ICON} />,
      danger: true,
      onSelect: () => askToDelete([user]),
    },
  ]
  return all.filter(({ may }) => may)
}

const ICON = { stroke: 1.5, size: '1rem', 'aria-hidden': true } as const
