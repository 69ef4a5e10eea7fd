import type { UserId } from '@fieldwatch/contract/api/ids'
import { isAdmin } from '@fieldwatch/server/people/access/access-policy'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Caller } from '@fieldwatch/server/platform/http/caller'

type Person = Pick<Caller, 'role' | 'userId'>

interface Written {
  readonly author: UserId
}

/** Who wrote a note changes it, and admins who have its unit in reach. */
export function mayChangeNote(person: Person, { author }: Written): boolean {
  return author === person.userId || isAdmin(person)
}

/**
 * Anyone who sees a unit reads its notes. `note` is undefined for one on a unit out of reach.
 * @throws DomainError note/not-found, access/forbidden
 */
export function requireMayChangeNote<Note extends Written>(
  person: Person,
  note: Note | undefined,
): asserts note is Note {
  if (note === undefined) throw new DomainError('note/not-found')
  if (!mayChangeNote(person, note)) throw new DomainError('access/forbidden')
}
