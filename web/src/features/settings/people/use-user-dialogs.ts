import type { EntityUser } from '@fieldwatch/contract/people/users'
import { useReducer, useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { failedText, resultsText } from './user-failure.ts'
import { nextModal, NO_MODAL, type UserModalEvent, type UserModal } from './user-modal.ts'

/** What was said last about users: that something was done, or why not. */
type UserNote = { kind: 'results' | 'failure'; text: string; advice?: string }

export interface UserDialogs {
  readonly modal: UserModal
  readonly send: (event: UserModalEvent) => void
  /** The users who are deleted if the question is answered so. */
  readonly deleting: readonly EntityUser[]
  readonly askToDelete: (users: readonly EntityUser[]) => void
  readonly stopDeleting: () => void
  /** Numbered, as the same note may come twice. */
  readonly note: (UserNote & { number: number }) | undefined
  readonly say: (note: UserNote) => void
  /** Closes what is open and shows the server's message. */
  readonly finish: (message: string | undefined) => void
}

/** Which dialog about users and entities is open, and what was said last; shared by the tabs My Company and Entities. */
export function useUserDialogs(): UserDialogs {
  const me = useMe()
  const [modal, send] = useReducer(nextModal, NO_MODAL)
  const [deleting, setDeleting] = useState<readonly EntityUser[]>([])
  const [note, setNote] = useState<UserNote & { number: number }>()
  const say = (next: UserNote): void => setNote((before) => ({ ...next, number: (before?.number ?? 0) + 1 }))
  return {
    modal,
    send,
    deleting,
    askToDelete: (users) => {
      if (users.some(({ id }) => id === me.id)) say({ kind: 'failure', text: failedText('delete-self') })
      else setDeleting(users)
    },
    stopDeleting: () => setDeleting([]),
    note,
    say,
    finish: (message) => {
      send({ type: 'close' })
      setDeleting([])
      say({ kind: 'results', text: resultsText(message) })
    },
  }
}
