import { resetSecondFactor } from '@fieldwatch/contract/second-factor'
import type { EntityUser } from '@fieldwatch/contract/users'
import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { USERS_KEY } from '#shared/users/user-queries.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { CHANGE_FAILED, userFailure } from './user-failure.ts'
import { fullName } from './user-lists.ts'

interface ResetFactorDialogProps {
  user: EntityUser
  onDone: (message: string | undefined) => void
  onClose: () => void
}

/** Asks before the second factor is taken from somebody who has lost it. */
export function ResetFactorDialog({ user, onDone, onClose }: ResetFactorDialogProps) {
  const api = useApi()
  const client = useQueryClient()
  const reset = useAction({
    once: true,
    mutationFn: async () => (await api.call(resetSecondFactor, { body: { userUID: user.id } })).message,
    onSettled: () => client.invalidateQueries({ queryKey: USERS_KEY }),
  })
  return (
    <ConfirmDialog
      opened
      title={`Reset the second factor of ${fullName(user)}?`}
      confirm="Reset"
      busy={reset.isPending}
      onConfirm={() => reset.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          For somebody who has lost phone and recovery codes: be sure that it is this person who asks. They are signed
          out everywhere, are told by mail, and sign in with the password alone, or set another one up then where it is
          required.
        </Text>
        {reset.isError ? <FormFailure {...userFailure(reset.error, CHANGE_FAILED)} /> : undefined}
      </Stack>
    </ConfirmDialog>
  )
}
