import { listApps } from '@fieldwatch/contract/people/apps'
import type { FastifyInstance } from 'fastify'
import { mayReach } from '#people/access/access-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { createAppStore } from './app-store.ts'

interface Dependencies {
  db: Db
}

/** The applications that a person may open. */
export function registerAppRoutes(app: FastifyInstance, { db }: Dependencies): void {
  addRoute(app, listApps, async ({ caller }) => {
    const apps = await createAppStore(db).listFor(caller.entity)
    return success(
      apps.map((each) => ({ ...each, entities: each.entities.filter((entity) => mayReach(caller, entity)) })),
    )
  })
}
