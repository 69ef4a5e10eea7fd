import { say } from '@fieldwatch/messages/server-sentences'
import type { ProgramScope } from '@fieldwatch/contract/api/program-scopes'
import type { Role } from '@fieldwatch/contract/people/users'
import { mayReach } from '#people/access/access-policy.ts'
import { usableScopes } from '#people/access/scope-policy.ts'
import type { TokenOwner } from '#people/credentials/program-token.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Person = Pick<Caller, 'userId' | 'role' | 'reach'>

/** Whether a person may see and revoke a token: an own one, or as an admin one of an entity. @throws DomainError token/not-found */
export function requireMayRevoke(person: Person, owner: TokenOwner | undefined): asserts owner is TokenOwner {
  const may =
    owner?.kind === 'person'
      ? owner.userId === person.userId
      : owner !== undefined && person.role === 'admin' && mayReach(person, owner.entity)
  if (!may) throw new DomainError('token/not-found')
}

/**
 * Refuses scopes that the token could never be used for.
 * @throws DomainError access/forbidden
 */
export function requireUsable(scopes: readonly ProgramScope[], owner: { role: Role; isTop: boolean }): void {
  const usable = usableScopes(owner)
  const useless = scopes.filter((scope) => !usable.includes(scope))
  if (useless.length === 0) return
  const why = owner.role === 'admin' ? 'answers.token.portal' : 'answers.token.admins'
  throw new DomainError('access/forbidden', { message: say(why, { scopes: { and: useless } }) })
}
