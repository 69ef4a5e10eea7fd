import {
  changeIncident as changeEndpoint,
  createIncident as createEndpoint,
  getIncident,
  listConclusions,
  listIncidents,
  removeIncident as removeEndpoint,
  refreshIncident as refreshEndpoint,
} from '../contract/incidents.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { addRoute, addSendingRoute } from '@fieldwatch/server/platform/http/add-route'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { done, success } from '@fieldwatch/server/platform/http/envelope'
import { createReadGate } from '@fieldwatch/server/platform/http/read-gate'
import { untilGone } from '@fieldwatch/server/platform/http/until-gone'
import {
  changeIncident,
  createIncident,
  type IncidentParts,
  removeIncident,
  refreshIncident,
} from './change-incidents.ts'
import { entitiesAskedFor, requireMayRead } from './incident-policy.ts'
import { createIncidentStore, type StoredIncident } from './incident-store.ts'
import { showIncident, shownIncident } from './show-incident.ts'

/** Limits of storing what happened, of one person and of everybody, so that connections are left for others. */
const SNAPSHOTS = { atOnce: 1, waiting: 4, overall: 2 }
const READ_MS = 60_000

/** Ranges of the past that are kept with what happened in them. */
export function registerIncidentRoutes(app: FastifyInstance, parts: IncidentParts): void {
  const { db } = parts
  const gate = createReadGate(SNAPSHOTS)
  const whileTaking = (reply: FastifyReply): AbortSignal =>
    untilGone(reply, { afterMs: READ_MS, failure: new DomainError('data/read-too-long') })

  addRoute(app, listIncidents, async ({ query: { entity, dataID: dataId, ...filter }, caller }) => {
    const { text, severity } = filter
    const entities = entitiesAskedFor(caller, entity)
    const asked = { ...filter, text, severity, dataId }
    const { incidents, total } = await createIncidentStore(db).list(entities, caller.reach, asked)
    return success({ incidents: incidents.map((incident) => shownIncident(caller, incident)), total })
  })

  // A reply that is checked would hold up everyone else: what is stored was checked.
  addSendingRoute(app, getIncident, async ({ params: { incidentID }, caller, reply }) => {
    const details = await showIncident(db, caller, await requireIncident(db, caller, incidentID))
    void reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .send(JSON.stringify(success(details)))
  })

  addRoute(app, listConclusions, async ({ params: { incidentID }, caller }) => {
    await requireIncident(db, caller, incidentID)
    const versions = await createIncidentStore(db).listConclusions(incidentID, caller.reach)
    return success({ versions: versions.map(({ savedAt, ...one }) => ({ ...one, savedUTC: savedAt.toISOString() })) })
  })

  addRoute(app, createEndpoint, async ({ body, caller, reply }) => {
    const signal = whileTaking(reply)
    const take = () => createIncident(parts, caller, body, signal)
    return success(shownIncident(caller, await gate.run({ person: caller.userId, signal }, take)))
  })

  addRoute(app, changeEndpoint, async ({ body, caller, seen }) =>
    success(shownIncident(caller, await changeIncident(parts, caller, { ...body, seen }))),
  )

  addRoute(app, refreshEndpoint, async ({ body, caller, seen, reply }) => {
    const signal = whileTaking(reply)
    const take = () => refreshIncident(parts, caller, { ...body, seen }, signal)
    return success(shownIncident(caller, await gate.run({ person: caller.userId, signal }, take)))
  })

  addRoute(app, removeEndpoint, async ({ body, caller }) => {
    await removeIncident(parts, caller, body.incidentID)
    return done()
  })
}

async function requireIncident(db: Db, caller: Caller, id: number): Promise<StoredIncident> {
  const incident = await createIncidentStore(db).find(id, caller.reach)
  requireMayRead(incident)
  return incident
}
