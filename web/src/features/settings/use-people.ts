import type { EntityUser } from '@fieldwatch/contract/users'
import { useReducer, useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { DELETE_SELF, resultsText } from './people-failure.ts'
import { nextModal, NO_MODAL, type PeopleEvent, type PeopleModal } from './people-modal.ts'

/** What was said last about people: that something was done, or why not. */
export type PeopleNote = { kind: 'results' | 'failure'; text: string; advice?: string }

export interface People {
  readonly modal: PeopleModal
  readonly send: (event: PeopleEvent) => void
  /** The users whom the person was asked about deleting. */
  readonly deleting: readonly EntityUser[]
  readonly askToDelete: (users: readonly EntityUser[]) => void
  readonly stopDeleting: () => void
  /** With its number: the same may be said twice. */
  readonly note: (PeopleNote & { number: number }) | undefined
  readonly say: (note: PeopleNote) => void
  /** Closes what is open and tells the server's message. */
  readonly finish: (message: string | undefined) => void
}

/** Which dialog about people is open, and what was said last; shared by the tabs My Company and Entities. */
export function usePeople(): People {
  const me = useMe()
  const [modal, send] = useReducer(nextModal, NO_MODAL)
  const [deleting, setDeleting] = useState<readonly EntityUser[]>([])
  const [note, setNote] = useState<PeopleNote & { number: number }>()
  const say = (next: PeopleNote): void => setNote((before) => ({ ...next, number: (before?.number ?? 0) + 1 }))
  return {
    modal,
    send,
    deleting,
    askToDelete: (users) => {
      if (users.some(({ id }) => id === me.id)) say({ kind: 'failure', text: DELETE_SELF })
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
