import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { EntityUser, SessionUser } from '@fieldwatch/contract/people/users'

type Me = Pick<SessionUser, 'role' | 'permissions' | 'entity'>

// These rules decide what is offered; the server checks every request itself.

/** Whether a user administers sub-entities: adds them, and users in them. */
export function administersEntities({ role, permissions }: Pick<Me, 'role' | 'permissions'>): boolean {
  return role === 'admin' || permissions.includes('viewSubentities')
}

/** Whether the signed-in user adds users to an entity. */
export function mayAddUser(me: Me, entity: EntityId): boolean {
  return me.role === 'admin' || (administersEntities(me) && entity !== me.entity)
}

/** Whether the signed-in user changes another: admins everyone, those who administer sub-entities the viewers there. */
export function mayEditUser(me: Me, user: Pick<EntityUser, 'entity' | 'role'>): boolean {
  return me.role === 'admin' || (mayAddUser(me, user.entity) && user.role === 'viewer')
}

/** Whether the signed-in user sends another the mail to choose a password once more. */
export function mayInvite(me: Me, user: Pick<EntityUser, 'entity' | 'invited'>): boolean {
  return user.invited && mayAddUser(me, user.entity)
}

/** Whether the signed-in user deletes another: admins everyone, and who may invite withdraws an invitation of a viewer. */
export function mayDelete(me: Me, user: Pick<EntityUser, 'entity' | 'invited' | 'role'>): boolean {
  return me.role === 'admin' || (mayInvite(me, user) && user.role === 'viewer')
}

/** Whether the signed-in user takes the second factor from another who has lost it. */
export function mayResetFactor(me: SessionUser, user: Pick<EntityUser, 'id' | 'secondFactor'>): boolean {
  return me.role === 'admin' && user.secondFactor && user.id !== me.id
}

/** Whether a user deletes others, and changes their email, role and entity without limits. */
export function isAdmin({ role }: Pick<Me, 'role'>): boolean {
  return role === 'admin'
}
