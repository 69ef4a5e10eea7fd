import { compareNaturally } from '@fieldwatch/contract/text/natural-order'
import type { EntityUser } from '@fieldwatch/contract/people/users'

type Users = readonly EntityUser[]

/** A list of the users of `entity` once `user` is as given: there with their entity, gone from every other list. */
export function withUser(users: Users, user: EntityUser, entity: string): Users {
  const others = users.filter(({ id }) => id !== user.id)
  if (user.entity !== entity) return others.length === users.length ? users : others
  return [...others, user].toSorted(byName)
}

export function withoutUsers(users: Users, ids: readonly string[]): Users {
  return users.filter(({ id }) => !ids.includes(id))
}

/** First and last name; the email of someone who has none. */
export function fullName({ firstName, lastName, email }: Pick<EntityUser, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email
}

function byName(a: EntityUser, b: EntityUser): number {
  return compareNaturally(fullName(a), fullName(b))
}
