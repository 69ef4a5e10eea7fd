import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { entitiesAskedFor, isAdmin } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Person = Pick<Caller, 'userId' | 'role' | 'reach'>

/** Whose activity is read: that of entities; that of a unit, for its own entities or for the named ones; or that of a user, in all entities. */
export type ActivityScope =
  | { kind: 'entities'; entities: readonly EntityId[] }
  | { kind: 'unit'; dataId: DataId; entities: readonly EntityId[] }
  | { kind: 'user'; userId: UserId; entities: readonly EntityId[] | undefined }

interface Asked {
  entity?: EntityId | undefined
  userUID?: UserId | undefined
  dataID?: DataId | undefined
}

/**
 * Admins see the activity of all entities in reach, everybody else the own. The caller has seen that the unit is in reach.
 * @throws DomainError access/forbidden, entity/not-found
 */
export function scopeOf(person: Person, { entity, userUID, dataID }: Asked): ActivityScope {
  const isOwn = userUID === person.userId && dataID === undefined
  if (!isAdmin(person) && !isOwn) throw new DomainError('access/forbidden')
  const entities = entitiesAskedFor(person, entity)
  if (dataID !== undefined) return { kind: 'unit', dataId: dataID, entities }
  if (userUID === undefined) return { kind: 'entities', entities }
  return { kind: 'user', userId: userUID, entities: isOwn && entity === undefined ? undefined : entities }
}
