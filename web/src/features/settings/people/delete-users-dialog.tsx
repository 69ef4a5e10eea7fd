import type { UserId } from '@fieldwatch/contract/api/ids'
import type { EntityUser } from '@fieldwatch/contract/people/users'
import { Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { DeleteDialog } from '#shared/deletion/delete-dialog.tsx'
import { useConsequences } from '#shared/consequences/consequences.tsx'
import { failedText, userFailure } from './user-failure.ts'
import { heirsQuery, useDeleteUsers } from './user-queries.ts'
import { fullName } from './user-lists.ts'
import { t } from './texts.ts'

interface DeleteUsersDialogProps {
  users: readonly EntityUser[]
  onDone: (message: string | undefined) => void
  onClose: () => void
}

/** Asks before users are deleted, and who gets the alerts that only they own. */
export function DeleteUsersDialog({ users, onDone, onClose }: DeleteUsersDialogProps) {
  const remove = useDeleteUsers()
  const [heir, setHeir] = useState<UserId>()
  const [first] = users
  const isInvitation = users.length === 1 && first?.invited === true
  const change = { kind: 'person-deleted', userIDs: users.map(({ id }) => id) } as const
  const { groups = [] } = useConsequences(change)
  return (
    <DeleteDialog
      change={change}
      title={titleText(users)}
      confirm={isInvitation ? t('people.withdraw.confirm') : t('people.delete')}
      busy={remove.isPending}
      failure={remove.isError ? userFailure(remove.error, failedText('change')) : undefined}
      onConfirm={() => {
        const asked = { ids: users.map(({ id }) => id), handOverTo: heir }
        if (!remove.isPending) remove.mutate(asked, { onSuccess: onDone })
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{isInvitation ? t('people.withdraw.text') : t('people.delete.text', { count: users.length })}</Text>
        {groups.some(({ follows }) => follows === 'is handed to') ? (
          <HeirSelect users={change.userIDs} heir={heir} onChange={setHeir} />
        ) : undefined}
      </Stack>
    </DeleteDialog>
  )
}

function titleText(users: readonly EntityUser[]): string {
  const [first] = users
  if (users.length !== 1 || first === undefined) return t('people.delete.title.several', { count: users.length })
  const name = fullName(first)
  return first.invited ? t('people.withdraw.title', { name }) : t('people.delete.title', { name })
}

interface HeirSelectProps {
  users: readonly UserId[]
  heir: UserId | undefined
  onChange: (heir: UserId | undefined) => void
}

/** Offers those who see the units of the alerts. */
function HeirSelect({ users, heir, onChange }: HeirSelectProps) {
  const { data = [], error } = useQuery(heirsQuery(useApi(), users))
  return (
    <Select
      label={t('people.delete.heir')}
      description={t('people.delete.heir.help')}
      placeholder={t('people.delete.heir.none')}
      error={error?.message}
      clearable
      searchable
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
      value={heir ?? null}
      onChange={(chosen) => onChange(data.find(({ id }) => id === chosen)?.id)}
    />
  )
}
