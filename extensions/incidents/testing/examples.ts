import type { ExampleAbout } from '@fieldwatch/e2e/languages/fill-portal'
import type { Place } from '@fieldwatch/e2e/languages/screens'
import { call } from '@fieldwatch/e2e/support/api'
import type { Portal } from '@fieldwatch/e2e/support/portal'
import { createIncident } from '../contract/incidents.ts'

/** Adds an incident, and a link to it, for a walk through all texts. */
export async function fill(
  portal: Portal,
  token: string,
  { name, dataID, since, share }: ExampleAbout,
): Promise<readonly Place[]> {
  const range = { from: since, to: new Date().toISOString() }
  const body = { title: name, dataIDs: [dataID], ...range, conclusions: name }
  const { incidentID } = (await call(portal, createIncident, { token, body })).details
  return [await share('shared-incident', { kind: 'incident', what: { incidentID } })]
}
