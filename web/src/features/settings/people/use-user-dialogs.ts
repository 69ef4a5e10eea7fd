import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { EntityUser } from '@fieldwatch/contract/people/users'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { failedText, resultsText } from './user-failure.ts'

/** What was said last about users: that something was done, or why not. */
type UserNote = { kind: 'results' | 'failure'; text: string; advice?: string }

/** Which dialog about users and entities is open (specification, document 1, section 4); undefined: none. */
type UserModal =
  | { readonly name: 'createEntityModal' }
  | { readonly name: 'createUserModal'; readonly entity: EntityId }
  | { readonly name: 'editUserModal' | 'userActivity' | 'resetFactor'; readonly user: EntityUser }
  | { readonly name: 'deleteUsers'; readonly users: readonly EntityUser[] }

export interface UserDialogs {
  readonly modal: UserModal | undefined
  readonly open: (modal: UserModal) => void
  readonly close: () => void
  readonly askToDelete: (users: readonly EntityUser[]) => void
  /** Numbered, as the same note may come twice. */
  readonly note: (UserNote & { number: number }) | undefined
  readonly say: (note: UserNote) => void
  /** Closes what is open and shows the server's message. */
  readonly finish: (message: string | undefined) => void
}

/** Which dialog about users and entities is open, and what was said last; shared by the tabs My Company and Entities. */
export function useUserDialogs(): UserDialogs {
  const me = useMe()
  const [modal, setModal] = useState<UserModal>()
  const [note, setNote] = useState<UserNote & { number: number }>()
  const say = (next: UserNote): void => setNote((before) => ({ ...next, number: (before?.number ?? 0) + 1 }))
  return {
    modal,
    open: setModal,
    close: () => setModal(undefined),
    askToDelete: (users) => {
      if (users.some(({ id }) => id === me.id)) say({ kind: 'failure', text: failedText('delete-self') })
      else setModal({ name: 'deleteUsers', users })
    },
    note,
    say,
    finish: (message) => {
      setModal(undefined)
      say({ kind: 'results', text: resultsText(message) })
    },
  }
}
