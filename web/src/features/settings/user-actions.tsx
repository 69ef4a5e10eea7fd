import type { EntityUser, SessionUser } from '@fieldwatch/contract/users'
import { IconHistory, IconMailForward, IconPencil, IconShieldOff, IconTrash } from '#ui/icons/icons.ts'
import type { RowAction } from '#ui/table/column.ts'
import { isAdmin, mayDelete, mayEditUser, mayInvite, mayResetFactor } from './user-policy.ts'

interface UserActionsSetting {
  me: SessionUser
  user: EntityUser
  onEdit: () => void
  onDelete: () => void
  onInvite: () => void
  onResetFactor: () => void
  onActivity: () => void
}

/** The actions on a user of a table. */
export function userActions({ me, user, ...on }: UserActionsSetting): RowAction[] {
  return [
    ...(mayEditUser(me, user) ? [{ label: 'Edit', icon: <IconPencil {...ICON} />, onSelect: on.onEdit }] : []),
    ...(mayInvite(me, user)
      ? [{ label: 'Send invitation again', icon: <IconMailForward {...ICON} />, onSelect: on.onInvite }]
      : []),
    ...(mayResetFactor(me, user)
      ? [{ label: 'Reset second factor', icon: <IconShieldOff {...ICON} />, onSelect: on.onResetFactor }]
      : []),
    ...(isAdmin(me) ? [{ label: 'Activity', icon: <IconHistory {...ICON} />, onSelect: on.onActivity }] : []),
    ...(mayDelete(me, user)
      ? [
          {
            label: user.invited ? 'Withdraw invitation' : 'Delete',
            icon: <IconTrash {...ICON} />,
            danger: true,
            onSelect: on.onDelete,
          },
        ]
      : []),
  ]
}

const ICON = { stroke: 1.5, size: '1rem', 'aria-hidden': true } as const
