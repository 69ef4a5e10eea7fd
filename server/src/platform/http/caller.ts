import type { EntityId, ProgramTokenId, SessionId, UserId } from '@fieldwatch/contract/api/ids'
import type { ProgramScope } from '@fieldwatch/contract/api/program-scopes'
import type { Permission, Role } from '@fieldwatch/contract/people/users'

/** The user behind a request, as the policies judge them. */
export interface Caller {
  /** The id of the user; for a token of an entity, which has no user, the id of the token. */
  readonly userId: UserId
  /** The id of the session; for a program, the id of its token. */
  readonly sessionId: SessionId
  /** What a program acts by; undefined: a person is signed in. */
  readonly token?: CallerToken | undefined
  readonly role: Role
  readonly permissions: readonly Permission[]
  /** The caller's own entity. */
  readonly entity: EntityId
  /** The entities in reach, the own one first. */
  readonly reach: readonly EntityId[]
  /** The entities looked at now; never empty, always within `reach`. */
  readonly viewing: readonly EntityId[]
}

export interface CallerToken {
  readonly id: ProgramTokenId
  readonly name: string
  /** Those that its owner may use now. */
  readonly scopes: readonly ProgramScope[]
  /** It belongs to an entity and not to a person. */
  readonly isOfEntity: boolean
}

export interface Authenticator {
  /**
   * Finds who is behind the bearer token in an `Authorization` header: a user with an ID token, or a program with its own token.
   * @throws DomainError auth/missing-token, auth/invalid-token, auth/expired-token, auth/session-ended, auth/second-factor-required,
   *   auth/program-token-invalid
   */
  authenticate(authorization: string | undefined, address: string): Promise<Caller>
  /**
   * A caller as they are by now.
   * @throws DomainError auth/session-ended, auth/second-factor-required, auth/program-token-invalid
   */
  reload(caller: Caller): Promise<Caller>
}
