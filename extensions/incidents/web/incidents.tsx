import { IncidentPage } from './incident-page.tsx'
import { IncidentsPage } from './incidents-page.tsx'

/** The list, or the incident whose number follows in the address. */
export function Incidents({ below }: { below: string }) {
  return below === '' ? <IncidentsPage /> : <IncidentPage incidentID={below} />
}
