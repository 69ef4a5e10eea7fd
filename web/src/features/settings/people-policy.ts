import type { EntityId } from '@fieldwatch/contract/ids'
import type { EntityUser, SessionUser } from '@fieldwatch/contract/users'

type Person = Pick<SessionUser, 'role' | 'permissions' | 'entity'>

// What is offered follows the rules of the server, which judges every request by itself.

/** Whether a person looks after sub-entities: adds them and users in them. */
export function looksAfterEntities({ role, permissions }: Pick<Person, 'role' | 'permissions'>): boolean {
  return role === 'admin' || permissions.includes('viewSubentities')
}

/** Whether a person adds users to an entity. */
export function mayAddUser(me: Person, entity: EntityId): boolean {
  return me.role === 'admin' || (looksAfterEntities(me) && entity !== me.entity)
}

/** Whether a person changes a user: admins everyone, those who look after sub-entities the viewers there. */
export function mayEditUser(me: Person, user: Pick<EntityUser, 'entity' | 'role'>): boolean {
  return me.role === 'admin' || (mayAddUser(me, user.entity) && user.role === 'viewer')
}

/** Whether a person sends a user the mail to choose a password once more. */
export function mayInvite(me: Person, user: Pick<EntityUser, 'entity' | 'invited'>): boolean {
  return user.invited && mayAddUser(me, user.entity)
}

/** Whether a person deletes users, and changes their email, role and entity without limits. */
export function isAdmin({ role }: Pick<Person, 'role'>): boolean {
  return role === 'admin'
}
