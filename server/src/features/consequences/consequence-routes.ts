import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import type { FastifyInstance } from 'fastify'
import type { Rows } from '#delivery/consequences/declaration.ts'
import { findConsequences } from '#delivery/consequences/follow-change.ts'
import type { Db } from '#platform/database/database.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import type { Clock } from '#platform/time/clock.ts'
import { requireMayChange } from './require-may-change.ts'

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly consequenceRows: Rows
}

/** What follows from a change that is not made yet. */
export function registerConsequenceRoutes(app: FastifyInstance, { db, clock, consequenceRows }: Parts): void {
  addRoute(app, listConsequences, async ({ body: { change }, caller }) => {
    await requireMayChange(db, caller, change)
    return success(await findConsequences(consequenceRows, db, { change, reach: caller.reach, now: clock() }))
  })
}
