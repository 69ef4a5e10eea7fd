import { getMe, getUser, setEntityViewing } from '@fieldwatch/contract/users'
import type { FastifyInstance } from 'fastify'
import { mayReach } from '#access/access-policy.ts'
import type { Db } from '#database/database.ts'
import { DomainError } from '#errors/domain-error.ts'
import { addRoute } from '#http/add-route.ts'
import { success } from '#http/envelope.ts'
import type { Clock } from '#time/clock.ts'
import { chooseEntityViewing } from './choose-entity-viewing.ts'
import { describeSessionUser } from './describe-session-user.ts'
import { createUserStore } from './user-store.ts'

interface Dependencies {
  db: Db
  clock: Clock
}

/** People, as they see themselves and each other. */
export function registerUserRoutes(app: FastifyInstance, { db, clock }: Dependencies): void {
  addRoute(app, getMe, async ({ caller }) => success(await describeSessionUser(db, caller)))

  addRoute(app, setEntityViewing, async ({ caller, body, request }) => {
    const choice = { entityViewing: body.entityViewing, address: request.ip }
    return success(await describeSessionUser(db, await chooseEntityViewing({ db, clock }, caller, choice)))
  })

  addRoute(app, getUser, async ({ caller, params }) => {
    const user = await createUserStore(db).get(params.uid)
    if (!mayReach(caller, user.entity)) throw new DomainError('user/not-found')
    return success(user)
  })
}
