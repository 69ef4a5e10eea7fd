import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { PROGRAM_TOKEN_PREFIX } from '@fieldwatch/contract/api/program-scopes'
import type { Role } from '@fieldwatch/contract/people/users'
import type { Random } from '#platform/random/random.ts'

/** Whose a token is: a person's, or an entity's with a right there. */
export type TokenOwner =
  | { readonly kind: 'person'; readonly userId: UserId }
  | { readonly kind: 'entity'; readonly entity: EntityId; readonly role: Role }

/** The characters behind the prefix that stay known, so that a person can distinguish tokens. */
const KNOWN_CHARACTERS = 4

/** A new secret of a program: the prefix and 256 bits of randomness. */
export function createProgramSecret(random: Random): string {
  return `${PROGRAM_TOKEN_PREFIX}${random.secret()}`
}

export function beginningOf(token: string): string {
  return token.slice(0, PROGRAM_TOKEN_PREFIX.length + KNOWN_CHARACTERS)
}
