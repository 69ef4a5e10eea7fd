import type { SessionUser } from '@fieldwatch/contract/users'

/** The disabled entities in reach: their users cannot sign in, their units work as before. */
export function disabledEntities(entityData: SessionUser['entityData']): ReadonlySet<string> {
  return new Set(Object.entries(entityData).flatMap(([id, { status }]) => (status === 'disabled' ? [id] : [])))
}
