import { getState } from '@fieldwatch/contract/replay/state'
import { listStateSteps } from '@fieldwatch/contract/replay/state-steps'
import type { FastifyInstance } from 'fastify'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import { untilGone } from '#platform/http/until-gone.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Clock } from '#platform/time/clock.ts'
import { listSteps } from './list-steps.ts'
import { readState, type StateParts } from './read-state.ts'

/** Limits of questions about moments, of one person and of everybody, so that connections are left for others. */
const MOMENTS = { atOnce: 2, waiting: 8, overall: 4 }
const READ_MS = 60_000
/** Characters of one answer. */
const LONGEST_ANSWER = 2 ** 26

/** What was true at a moment of the past. */
export function registerReplayRoutes(
  app: FastifyInstance,
  { clock, ...parts }: StateParts & { readonly clock: Clock },
): void {
  const gate = createReadGate(MOMENTS)

  addSendingRoute(app, getState, async ({ body, caller, reply }) => {
    const signal = untilGone(reply, { afterMs: READ_MS, failure: new DomainError('data/read-too-long') })
    const asked = {
      dataIds: body.dataIDs,
      at: Date.parse(body.at),
      arrivedBy: body.asKnownAt === undefined ? undefined : Date.parse(body.asKnownAt),
      caller,
      now: clock(),
      subjects: body.subjects && new Set(body.subjects),
    }
    const text = await gate.run({ person: caller.userId, signal }, async () => {
      let units = ''
      for await (const page of readState(parts, asked, signal)) {
        units += `${units === '' || page.length === 0 ? '' : ','}${page.join(',')}`
        if (units.length > LONGEST_ANSWER) throw new DomainError('data/state-too-large')
      }
      return units
    })
    void reply.type('application/json').send(`{"status":"success","details":{"units":[${text}]}}`)
  })

  addRoute(app, listStateSteps, async ({ body, caller, reply }) => {
    const { dataIDs: dataIds, from, to, ...rest } = body
    const asked = { dataIds, from: Date.parse(from), to: Date.parse(to), kinds: rest.kinds, caller, now: clock() }
    const { direction, limit } = rest
    const signal = untilGone(reply)
    const found = gate.run({ person: caller.userId, signal }, () => listSteps(parts.db, { ...asked, direction, limit }))
    return success(await found)
  })
}
