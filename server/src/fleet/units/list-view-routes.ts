import { getListView, readKeptView, setListView } from '@fieldwatch/contract/units/list-view'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/database/database.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { createListViewStore } from './list-view-store.ts'

/** How the caller looks at the list of units. */
export function registerListViewRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const views = createListViewStore(db)

  addRoute(app, getListView, async ({ caller }) => success(readKeptView(await views.find(caller.userId))))

  addRoute(app, setListView, async ({ caller, body }) => {
    await views.keep(caller.userId, body)
    return done()
  })
}
