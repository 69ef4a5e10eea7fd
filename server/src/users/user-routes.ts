import { getMe } from '@fieldwatch/contract/users'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#database/database.ts'
import { addRoute } from '#http/add-route.ts'
import { success } from '#http/envelope.ts'
import { describeSessionUser } from './describe-session-user.ts'

interface Dependencies {
  db: Db
}

/** People, as they see themselves and each other. */
export function registerUserRoutes(app: FastifyInstance, { db }: Dependencies): void {
  addRoute(app, getMe, async ({ caller }) => success(await describeSessionUser(db, caller)))
}
