import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Actor } from '#people/access/person-store.ts'
import type { StoredShare } from './share-store.ts'
import { nameForVisitors, NO_DATA, type Shown } from './visit.ts'

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

/** An incident whose entity, and of whose units one at least, are in reach. */
export async function showIncident(
  incidents: IncidentsToShare,
  { id, incidentId }: StoredShare,
  actor: Actor,
): Promise<Shown> {
  const incident = incidentId === undefined ? undefined : await incidents.current?.find(incidentId, actor)
  if (incident === undefined) return 'incident'
  const { title: name, version, units } = incident
  if (units.length === 0) return 'unit'
  return {
    screen: { kind: 'incident', name, version, units: units.map((dataId) => nameForVisitors(id, dataId)) },
    data: { ...NO_DATA, incident: incidentId },
  }
}
