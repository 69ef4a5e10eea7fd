import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Actor } from '#people/access/person-store.ts'

interface FoundIncident {
  readonly title: string
  readonly version: number
  /** Those in reach. */
  readonly units: readonly DataId[]
}

/** What links to incidents show. */
export interface SharedIncidents {
  /** Undefined: its entity is out of reach, or it is deleted. */
  readonly find: (id: number, actor: Actor) => Promise<FoundIncident | undefined>
  /** @throws DomainError where `find` finds none */
  readonly get: (id: number, actor: Actor) => Promise<FoundIncident>
}

/** Set by what keeps incidents, once it has started. */
export interface IncidentsToShare {
  current: SharedIncidents | undefined
}
