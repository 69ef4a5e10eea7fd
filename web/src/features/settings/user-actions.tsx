import type { EntityUser, SessionUser } from '@fieldwatch/contract/users'
import { IconHistory, IconMailForward, IconPencil, IconTrash } from '#ui/icons/icons.ts'
import type { RowAction } from '#ui/table/column.ts'
import { isAdmin, mayEditUser, mayInvite } from './user-policy.ts'

interface UserActionsSetting {
  me: SessionUser
  user: EntityUser
  onEdit: () => void
  onDelete: () => void
  onInvite: () => void
  onActivity: () => void
}

/** The actions on a user of a table. */
export function userActions({ me, user, onEdit, onDelete, onInvite, onActivity }: UserActionsSetting): RowAction[] {
  return [
    ...(mayEditUser(me, user) ? [{ label: 'Edit', icon: <IconPencil {...ICON} />, onSelect: onEdit }] : []),
    ...(mayInvite(me, user)
      ? [{ label: 'Send invitation again', icon: <IconMailForward {...ICON} />, onSelect: onInvite }]
      : []),
    ...(isAdmin(me) ? [{ label: 'Activity', icon: <IconHistory {...ICON} />, onSelect: onActivity }] : []),
    ...(isAdmin(me) ? [{ label: 'Delete', icon: <IconTrash {...ICON} />, danger: true, onSelect: onDelete }] : []),
  ]
}

const ICON = { stroke: 1.5, size: '1rem', 'aria-hidden': true } as const
