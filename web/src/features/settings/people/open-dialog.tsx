import { FailureNote } from '#ui/components/failure-note.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { InSight } from '#ui/components/in-sight.tsx'
import { ActivityDialog } from '#shared/activity/activity-dialog.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { DeleteUsersDialog } from './delete-users-dialog.tsx'
import { CreateEntityDialog } from './entity-dialog.tsx'
import { fullName } from './user-lists.ts'
import { UserDialog } from './user-dialog.tsx'
import type { UserDialogs } from './use-user-dialogs.ts'
import { resetSecondFactor } from '@fieldwatch/contract/people/second-factor'
import type { EntityUser } from '@fieldwatch/contract/people/users'
import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { USERS_KEY } from '#shared/users/user-queries.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { failedText, userFailure } from './user-failure.ts'
import { t } from './texts.ts'

interface PartProps {
  dialogs: UserDialogs
}

/** The dialog that is open, if any. */
export function OpenDialog({ dialogs }: PartProps) {
  const { modal, send, deleting, finish } = dialogs
  const me = useMe()
  const close = () => send({ type: 'close' })
  return (
    <>
      {modal.name === 'createEntityModal' ? <CreateEntityDialog onDone={finish} onClose={close} /> : undefined}
      {modal.name === 'createUserModal' ? (
        <UserDialog entity={modal.entity} onDone={finish} onClose={close} />
      ) : undefined}
      {modal.name === 'editUserModal' ? (
        <UserDialog user={modal.user} entity={me.entity} onDone={finish} onClose={close} />
      ) : undefined}
      {modal.name === 'userActivity' ? (
        <ActivityDialog
          title={t('people.users.activity.of', { name: fullName(modal.user) })}
          narrowing={{ userUID: modal.user.id }}
          onClose={close}
        />
      ) : undefined}
      {modal.name === 'resetFactor' ? (
        <ResetFactorDialog user={modal.user} onDone={finish} onClose={close} />
      ) : undefined}
      {deleting.length === 0 ? undefined : (
        <DeleteUsersDialog users={deleting} onDone={finish} onClose={dialogs.stopDeleting} />
      )}
    </>
  )
}

/** The last note, scrolled into sight: the row that it is about may be far below. */
export function LastNote({ dialogs: { note } }: PartProps) {
  if (note === undefined) return undefined
  return (
    <InSight key={note.number}>
      {note.kind === 'results' ? (
        <SuccessNote text={note.text} />
      ) : (
        <FailureNote text={note.text} {...(note.advice === undefined ? {} : { advice: note.advice })} />
      )}
    </InSight>
  )
}

interface ResetFactorDialogProps {
  user: EntityUser
  onDone: (message: string | undefined) => void
  onClose: () => void
}

/** Asks before the second factor is taken from someone who has lost it. */
function ResetFactorDialog({ user, onDone, onClose }: ResetFactorDialogProps) {
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
      title={t('people.reset.title', { name: fullName(user) })}
      confirm={t('people.reset.confirm')}
      busy={reset.isPending}
      onConfirm={() => reset.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{t('people.reset.text')}</Text>
        {reset.isError ? <FormFailure {...userFailure(reset.error, failedText('change'))} /> : undefined}
      </Stack>
    </ConfirmDialog>
  )
}
