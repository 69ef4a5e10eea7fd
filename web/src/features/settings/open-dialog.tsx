import { FailureNote } from '#ui/components/failure-note.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { InSight } from '#ui/components/in-sight.tsx'
import { ActivityDialog } from '#shared/activity/activity-dialog.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { DeleteUsersDialog } from './delete-users-dialog.tsx'
import { CreateEntityDialog } from './entity-dialog.tsx'
import { ResetFactorDialog } from './reset-factor-dialog.tsx'
import { fullName } from './user-lists.ts'
import { UserDialog } from './user-dialog.tsx'
import type { UserDialogs } from './use-user-dialogs.ts'

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
          title={`Activity of ${fullName(modal.user)}`}
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
