import type { EntityId, UserId } from '@fieldwatch/contract/ids'
import type { Permission, Role, UserChanges } from '@fieldwatch/contract/users'
import { isAdmin, mayReach, reachesSubEntities } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Person = Pick<Caller, 'userId' | 'role' | 'permissions' | 'entity' | 'reach'>

/** Somebody whom a person wants to do something with. */
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

/** What only an admin changes, and nobody of themselves. */
const STANDING = ['status', 'entity', 'units'] as const

/** What those who look after sub-entities may change of the viewers there. */
const ADMINISTERED: ReadonlySet<string> = new Set([
  'firstName',
  'lastName',
  'company',
  'timeFormat',
  'profilePic',
  'status',
  'entity',
])

/**
 * Whether a person may add a user to an entity: admins may, and holders of viewSubentities in sub-entities, where they make
 * nobody with more rights than they have themselves.
 * @throws DomainError entity/not-found, access/forbidden
 */
export function requireMayAddUser(person: Person, { entity, role, permissions }: Wanted): void {
  if (!mayReach(person, entity)) throw new DomainError('entity/not-found')
  if (isAdmin(person)) return
  if (!administers(person, entity)) throw new DomainError('access/forbidden')
  if (role === 'admin' || permissions.some((permission) => !person.permissions.includes(permission))) {
    throw new DomainError('access/forbidden', {
      message: 'You cannot give anybody more rights than you have yourself.',
    })
  }
}

/**
 * Whether a person may make these changes, of which each is one: a field that stays as it was is not among them.
 * @throws DomainError user/not-found, entity/not-found, user/own-standing, access/forbidden
 */
export function requireMayChangeUser(person: Person, subject: Subject, changes: UserChanges): void {
  if (!mayReach(person, subject.entity)) throw new DomainError('user/not-found')
  if (person.userId === subject.id) return requireOwnChange(subject, changes)
  if (changes.entity !== undefined && !mayReach(person, changes.entity)) throw new DomainError('entity/not-found')
  const allowed = isAdmin(person)
    ? changes.notifications === undefined
    : administers(person, subject.entity) && subject.role === 'viewer' && isAdministrative(person, changes)
  if (!allowed) throw new DomainError('access/forbidden')
}

/** @throws DomainError user/not-found, user/self-delete, access/forbidden */
export function requireMayDeleteUser(person: Person, subject: Subject): void {
  if (!mayReach(person, subject.entity)) throw new DomainError('user/not-found')
  if (person.userId === subject.id) throw new DomainError('user/self-delete')
  if (!isAdmin(person)) throw new DomainError('access/forbidden')
}

/** @throws DomainError user/not-found, access/forbidden */
export function requireMayInviteUser(person: Person, subject: Subject): void {
  if (!mayReach(person, subject.entity)) throw new DomainError('user/not-found')
  if (!isAdmin(person) && !administers(person, subject.entity)) throw new DomainError('access/forbidden')
}

/**
 * Whether a person may upload a profile picture: for somebody, or, without a subject, for a user who is yet to be added.
 * @throws DomainError access/forbidden
 */
export function requireMayUploadProfile(person: Person, subject: Subject | undefined): void {
  if (person.userId === subject?.id || isAdmin(person)) return
  // Somebody out of reach looks like somebody who is yet to be added.
  const known = subject !== undefined && mayReach(person, subject.entity) ? subject : undefined
  const may = known === undefined ? reachesSubEntities(person) : administers(person, known.entity)
  if (!may) throw new DomainError('access/forbidden')
}

function requireOwnChange({ permissions }: Subject, changes: UserChanges): void {
  const rises = changes.role === 'admin' || changes.permissions?.some((permission) => !permissions.includes(permission))
  if (rises === true || STANDING.some((field) => changes[field] !== undefined)) {
    throw new DomainError('user/own-standing')
  }
}

/** Whether an entity is a sub-entity whose users the person administers without being an admin. */
function administers(person: Person, entity: EntityId): boolean {
  return reachesSubEntities(person) && entity !== person.entity
}

function isAdministrative(person: Person, changes: UserChanges): boolean {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return changes.entity !== person.entity && given.every(([field]) => ADMINISTERED.has(field))
}
