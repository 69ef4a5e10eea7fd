import type { SessionUser } from '@fieldwatch/contract/users'

/** The entities in reach whose people cannot sign in; their units are heard and seen as before. */
export function disabledEntities(entityData: SessionUser['entityData']): ReadonlySet<string> {
  return new Set(Object.entries(entityData).flatMap(([id, { status }]) => (status === 'disabled' ? [id] : [])))
}
