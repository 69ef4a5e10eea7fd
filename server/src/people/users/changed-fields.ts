import { isDeepStrictEqual } from 'node:util'
import type { User, UserChanges } from '@fieldwatch/contract/users'

type Notifications = User['notifications']

/** Wanted changes without those that change nothing; notifications with the categories that were not mentioned. */
export function changedFields(user: User, wanted: UserChanges): UserChanges {
  const notifications = wanted.notifications && { ...user.notifications, ...(wanted.notifications as Notifications) }
  const complete = { ...wanted, notifications }
  const changed = Object.entries(complete).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, user[field as keyof User]),
  )
  return Object.fromEntries(changed)
}

/** What the changed fields were before. */
export function fieldsBefore(user: User, changes: UserChanges): Partial<User> {
  return Object.fromEntries(Object.keys(changes).map((field) => [field, user[field as keyof User]]))
}
