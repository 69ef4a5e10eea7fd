import { useApiAction } from '#platform/api/use-action.ts'
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
import { USERS_KEY } from '#shared/users/user-queries.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { failedText, userFailure } from './user-failure.ts'
import { t } from './texts.ts'

interface PartProps {
  dialogs: UserDialogs
}

/** The dialog that is open, if any. */
export function OpenDialog({ dialogs: { modal, close, finish } }: PartProps) {
  const me = useMe()
  switch (modal?.name) {
    case 'createEntityModal':
      return <CreateEntityDialog onDone={finish} onClose={close} />
    case 'createUserModal':
      return <UserDialog entity={modal.entity} onDone={finish} onClose={close} />
    case 'editUserModal':
      return <UserDialog user={modal.user} entity={me.entity} onDone={finish} onClose={close} />
    case 'userActivity':
      return (
        <ActivityDialog
          title={t('people.users.activity.of', { name: fullName(modal.user) })}
          narrowing={{ userUID: modal.user.id }}
          onClose={close}
        />
      )
    case 'resetFactor':
      return <ResetFactorDialog user={modal.user} onDone={finish} onClose={close} />
    case 'deleteUsers':
      return <DeleteUsersDialog users={modal.users} onDone={finish} onClose={close} />
    default:
      return undefined
  }
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
  const reset = useApiAction(
    async (api) => (await api.call(resetSecondFactor, { body: { userUID: user.id } })).message,
    { once: true, rereads: [USERS_KEY] },
  )
  return (
    <ConfirmDialog
      title={t('people.reset.title', { name: fullName(user) })}
      confirm={t('people.reset.confirm')}
      busy={reset.isPending}
      failure={reset.isError ? userFailure(reset.error, failedText('change')) : undefined}
      onConfirm={() => reset.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    >
      {t('people.reset.text')}
    </ConfirmDialog>
  )
}
