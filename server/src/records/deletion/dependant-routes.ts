import { listDependants } from '@fieldwatch/contract/dependants'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/database/database.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { findDependants } from './find-dependants.ts'

/** What depends on a thing, before it is deleted. */
export function registerDependantRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  addRoute(app, listDependants, async ({ query, caller }) =>
    success({ dependants: await findDependants(db, caller, query) }),
  )
}
