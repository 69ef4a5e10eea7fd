import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { EntityUser } from '@fieldwatch/contract/people/users'

/** Which dialog about users and entities is open (specification, document 1, section 4). */
export type UserModal =
  | { readonly name: 'none' }
  | { readonly name: 'createEntityModal' }
  | { readonly name: 'createUserModal'; readonly entity: EntityId }
  | { readonly name: 'editUserModal'; readonly user: EntityUser }
  | { readonly name: 'userActivity'; readonly user: EntityUser }
  | { readonly name: 'resetFactor'; readonly user: EntityUser }

export type UserModalEvent =
  | { readonly type: 'addEntity' }
  | { readonly type: 'addUser'; readonly entity: EntityId }
  | { readonly type: 'editUser'; readonly user: EntityUser }
  | { readonly type: 'showActivity'; readonly user: EntityUser }
  | { readonly type: 'resetFactor'; readonly user: EntityUser }
  /** Closed by hand, or because what it was for is done. */
  | { readonly type: 'close' }

export const NO_MODAL: UserModal = { name: 'none' }

/** One dialog at a time: while one is open, only closing it leads on. */
export function nextModal(modal: UserModal, event: UserModalEvent): UserModal {
  if (event.type === 'close') return NO_MODAL
  if (modal.name !== 'none') return modal
  switch (event.type) {
    case 'addEntity':
      return { name: 'createEntityModal' }
    case 'addUser':
      return { name: 'createUserModal', entity: event.entity }
    case 'editUser':
      return { name: 'editUserModal', user: event.user }
    case 'showActivity':
      return { name: 'userActivity', user: event.user }
    case 'resetFactor':
      return { name: 'resetFactor', user: event.user }
    default:
      return event satisfies never
  }
}
