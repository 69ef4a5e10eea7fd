import { FailureNote } from '#ui/components/failure-note.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { InSight } from '#ui/components/in-sight.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { DeleteUsersDialog } from './delete-users-dialog.tsx'
import { CreateEntityDialog } from './entity-dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'
import type { People } from './use-people.ts'

interface PeoplePartProps {
  people: People
}

/** The dialog that is open, if any. */
export function PeopleDialogs({ people }: PeoplePartProps) {
  const { modal, send, deleting, finish } = people
  const me = useMe()
  const close = () => send({ type: 'close' })
  return (
    <>
      {modal.name === 'createEntityModal' ? <CreateEntityDialog onDone={finish} onClose={close} /> : undefined}
      {modal.name === 'createUserModal' ? (
        <PersonDialog entity={modal.entity} onDone={finish} onClose={close} />
      ) : undefined}
      {modal.name === 'editUserModal' ? (
        <PersonDialog user={modal.user} entity={me.entity} onDone={finish} onClose={close} />
      ) : undefined}
      {deleting.length === 0 ? undefined : (
        <DeleteUsersDialog users={deleting} onDone={finish} onClose={people.stopDeleting} />
      )}
    </>
  )
}

/** What was said last. The row that it is about may stand far below: it comes into sight. */
export function PeopleNoteView({ people: { note } }: PeoplePartProps) {
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
