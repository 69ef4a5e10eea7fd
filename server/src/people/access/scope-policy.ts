import type { ProgramScope } from '@fieldwatch/contract/api/program-scopes'
import type { Role } from '@fieldwatch/contract/people/users'

interface Owner {
  readonly role: Role
  /** Whether the entity is below no other one. */
  readonly isTop: boolean
}

const OF_EVERYONE = [
  'read',
  'manage-units',
  'manage-templates',
  'manage-alerts',
  'write-notes',
  'write-incidents',
] as const

/** What someone's token can be used for. The figures of the portal are of all entities, so that those below have no say in them. */
export function usableScopes({ role, isTop }: Owner): ProgramScope[] {
  if (role !== 'admin') return [...OF_EVERYONE]
  return [...OF_EVERYONE, 'send-for-units', 'import-sims', ...(isTop ? (['metrics'] as const) : [])]
}
