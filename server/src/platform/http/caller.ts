import type { EntityId, SessionId, UserId } from '@fieldwatch/contract/ids'
import type { Permission, Role } from '@fieldwatch/contract/users'

/** The user behind a request, as the policies judge them. */
export interface Caller {
  readonly userId: UserId
  readonly sessionId: SessionId
  readonly role: Role
  readonly permissions: readonly Permission[]
  /** The caller's own entity. */
  readonly entity: EntityId
  /** The entities in reach, the own one first. */
  readonly reach: readonly EntityId[]
  /** The entities looked at now; never empty, always within `reach`. */
  readonly viewing: readonly EntityId[]
}

export interface Authenticator {
  /**
   * Finds the user of the bearer token in an `Authorization` header.
   * @throws DomainError auth/missing-token, auth/invalid-token, auth/expired-token, auth/session-ended
   */
  authenticate(authorization: string | undefined): Promise<Caller>
}
