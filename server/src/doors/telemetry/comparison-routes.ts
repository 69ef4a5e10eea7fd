import { comparePeriods } from '@fieldwatch/contract/comparisons/comparisons'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import type { Clock } from '#platform/time/clock.ts'
import { requireMayRead } from '#records/store/source-policy.ts'
import { type CompareParts, compareSeries } from './compare-periods.ts'
import { whileReading } from './series-routes.ts'

/** Limits of comparisons, which read every record of two periods, so that connections are left for others. */
const COMPARISONS = { atOnce: 2, waiting: 50, overall: 4 }

/** What values of two periods come to. */
export function registerComparisonRoute(app: FastifyInstance, parts: CompareParts & { readonly clock: Clock }): void {
  const gate = createReadGate(COMPARISONS)
  addRoute(app, comparePeriods, async ({ body, caller, reply }) => {
    requireMayRead(caller, ...body.series.map(({ source }) => source))
    const signal = whileReading(reply)
    const asked = { reach: caller.reach, now: parts.clock(), signal }
    return success(await gate.run({ person: caller.userId, signal }, () => compareSeries(parts, body, asked)))
  })
}
