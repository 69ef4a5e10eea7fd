import type { StartedExtension } from '@fieldwatch/server/extension'
import type { SharedIncidents } from '@fieldwatch/server/doors/visitors/shared-incident'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { addSendingRoute } from '@fieldwatch/server/platform/http/add-route'
import { success } from '@fieldwatch/server/platform/http/envelope'
import { getSharedIncident } from '../contract/shared-incident.ts'
import { forVisitors } from './for-visitors.ts'
import { requireMayRead } from './incident-policy.ts'
import { createIncidentStore } from './incident-store.ts'
import { showIncident } from './show-incident.ts'

/** Incidents for links that show them to people without an account. */
export function createSharedIncidents(db: Db): SharedIncidents {
  const store = createIncidentStore(db)
  const find: SharedIncidents['find'] = async (id, { reach }) => {
    const incident = await store.find(id, reach)
    return incident && { ...incident, units: await store.listUnits(id, reach) }
  }
  return {
    find,
    get: async (id, actor) => {
      const incident = await find(id, actor)
      requireMayRead(incident)
      return incident
    },
  }
}

/** What such people read of one. */
export function createVisitorRoutes(db: Db): NonNullable<StartedExtension['visitorRoutes']> {
  const store = createIncidentStore(db)
  return (app, { visitOf, inTurn }) => {
    // A reply that is checked would hold up everyone else: what is stored was checked.
    addSendingRoute(app, getSharedIncident, async ({ request, reply }) => {
      const visit = visitOf(request)
      const { id, incident: shown, actor } = visit
      if (shown === undefined) throw new DomainError('data/not-found')
      const details = await inTurn(visit, reply, async () => {
        const incident = await store.find(shown, actor.reach)
        return incident && showIncident(db, actor, incident, { isForVisitors: true })
      })
      if (details === undefined) throw new DomainError('share/closed')
      void reply.type('application/json').send(JSON.stringify(success(forVisitors(details, id))))
    })
  }
}
