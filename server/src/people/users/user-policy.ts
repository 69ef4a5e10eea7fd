import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { Permission, Role, UserChanges } from '@fieldwatch/contract/people/users'
import { isAdmin, mayReach, reachesSubEntities, requireReach } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Judged = Pick<Caller, 'userId' | 'role' | 'permissions' | 'entity' | 'reach'>

/** The user whom a caller wants to change. */
export interface Subject {
  readonly id: UserId
  readonly entity: EntityId
  readonly role: Role
  readonly permissions: readonly Permission[]
}

interface Wanted {
  readonly entity: EntityId
  readonly role: Role
  readonly permissions: readonly Permission[]
}

/** Fields that only admins change, and never of themselves. */
const ADMINISTRATIVE = ['status', 'entity', 'units'] as const

/** Fields of viewers that those who administer sub-entities may change. */
const ADMINISTERED: ReadonlySet<string> = new Set([
  'firstName',
  'lastName',
  'company',
  'timeFormat',
  'measures',
  'language',
  'profilePic',
  'status',
  'entity',
])

/**
 * Whether a caller may add a user to an entity: admins may, and holders of viewSubentities in sub-entities, where they make
 * no one with more rights than they have themselves.
 * @throws DomainError entity/not-found, access/forbidden
 */
export function requireMayAddUser(caller: Judged, { entity, role, permissions }: Wanted): void {
  requireReach(caller, entity)
  if (isAdmin(caller)) return
  if (!administers(caller, entity)) throw new DomainError('access/forbidden')
  if (role === 'admin' || permissions.some((permission) => !caller.permissions.includes(permission))) {
    throw new DomainError('access/forbidden', {
      message: 'answers.rights',
    })
  }
}

/**
 * Whether a caller may make these changes, of which each is one: a field that stays as it was is not among them.
 * @throws DomainError user/not-found, entity/not-found, user/own-rights, access/forbidden
 */
export function requireMayChangeUser(caller: Judged, subject: Subject, changes: UserChanges): void {
  if (!mayReach(caller, subject.entity)) throw new DomainError('user/not-found')
  if (caller.userId === subject.id) return requireOwnChange(subject, changes)
  if (changes.entity !== undefined) requireReach(caller, changes.entity)
  const allowed = isAdmin(caller)
    ? changes.notifications === undefined
    : administers(caller, subject.entity) && subject.role === 'viewer' && isAdministrative(caller, changes)
  if (!allowed) throw new DomainError('access/forbidden')
}

/** Whether a change of someone else adds an admin to an entity, or leads the way into the account to another address. */
export function asksForProof(caller: Judged, subject: Subject, { role, entity, status, email }: UserChanges): boolean {
  if (caller.userId === subject.id) return false
  const isNewThere = role !== undefined || entity !== undefined || status === 'active'
  return email !== undefined || ((role ?? subject.role) === 'admin' && isNewThere)
}

/**
 * Admins delete users, and those who administer sub-entities withdraw their invitations of viewers.
 * @throws DomainError user/not-found, user/self-delete, access/forbidden
 */
export function requireMayDeleteUser(caller: Judged, subject: Subject & { readonly invited: boolean }): void {
  if (!mayReach(caller, subject.entity)) throw new DomainError('user/not-found')
  if (caller.userId === subject.id) throw new DomainError('user/self-delete')
  const mayWithdraw = subject.invited && subject.role === 'viewer' && administers(caller, subject.entity)
  if (!isAdmin(caller) && !mayWithdraw) throw new DomainError('access/forbidden')
}

/** @throws DomainError user/not-found, access/forbidden */
export function requireMayResetSecondFactor(caller: Judged, subject: Subject): void {
  if (!mayReach(caller, subject.entity)) throw new DomainError('user/not-found')
  if (!isAdmin(caller)) throw new DomainError('access/forbidden')
  if (caller.userId === subject.id) {
    throw new DomainError('access/forbidden', { message: 'answers.own-factor' })
  }
}

/** @throws DomainError user/not-found, access/forbidden */
export function requireMayInviteUser(caller: Judged, subject: Subject): void {
  if (!mayReach(caller, subject.entity)) throw new DomainError('user/not-found')
  if (!isAdmin(caller) && !administers(caller, subject.entity)) throw new DomainError('access/forbidden')
}

/**
 * Whether a caller may upload a profile picture: for someone, or, without a subject, for a user who is yet to be added.
 * @throws DomainError access/forbidden
 */
export function requireMayUploadProfile(caller: Judged, subject: Subject | undefined): void {
  if (caller.userId === subject?.id || isAdmin(caller)) return
  // A user out of reach is treated like one who does not exist yet.
  const known = subject !== undefined && mayReach(caller, subject.entity) ? subject : undefined
  const may = known === undefined ? reachesSubEntities(caller) : administers(caller, known.entity)
  if (!may) throw new DomainError('access/forbidden')
}

function requireOwnChange({ permissions }: Subject, changes: UserChanges): void {
  const rises = changes.role === 'admin' || changes.permissions?.some((permission) => !permissions.includes(permission))
  if (rises === true || ADMINISTRATIVE.some((field) => changes[field] !== undefined)) {
    throw new DomainError('user/own-rights')
  }
}

/** Whether the caller administers the users of a sub-entity without being an admin. */
function administers(caller: Judged, entity: EntityId): boolean {
  return reachesSubEntities(caller) && entity !== caller.entity
}

function isAdministrative(caller: Judged, changes: UserChanges): boolean {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return changes.entity !== caller.entity && given.every(([field]) => ADMINISTERED.has(field))
}
