import type { EntityUser } from '@fieldwatch/contract/users'
import { Stack, Text } from '@mantine/core'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { CHANGE_FAILED, userFailure } from './user-failure.ts'
import { useDeleteUsers } from './user-queries.ts'
import { fullName } from './user-lists.ts'

interface DeleteUsersDialogProps {
  users: readonly EntityUser[]
  onDone: (message: string | undefined) => void
  onClose: () => void
}

/** Asks before users are deleted. */
export function DeleteUsersDialog({ users, onDone, onClose }: DeleteUsersDialogProps) {
  const remove = useDeleteUsers()
  const [first] = users
  const who = users.length === 1 && first !== undefined ? fullName(first) : `${users.length} users`
  const failure = remove.isError ? userFailure(remove.error, CHANGE_FAILED) : undefined
  return (
    <ConfirmDialog
      opened
      title={`Delete ${who}?`}
      confirm="Delete"
      busy={remove.isPending}
      onConfirm={() => {
        const ids = users.map(({ id }) => id)
        if (!remove.isPending) remove.mutate(ids, { onSuccess: onDone })
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{users.length === 1 ? 'This person is' : 'They are'} signed out at once and cannot sign in again.</Text>
        {failure === undefined ? undefined : <FormFailure {...failure} />}
      </Stack>
    </ConfirmDialog>
  )
}
