import type { Actor } from '@fieldwatch/server/people/access/person-store'
import type { IncidentsToShare } from '@fieldwatch/server/doors/visitors/shared-incident'
import { nameForVisitors, NO_DATA } from '@fieldwatch/server/doors/visitors/visit'
import type { Shown } from './shown.ts'
import type { StoredShare } from './share-store.ts'

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
