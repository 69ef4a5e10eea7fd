import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import {
  createReportSchedule,
  leaveReport,
  listReportRuns,
  listReportSchedules,
  removeReportSchedule,
  sendReport,
  updateReportSchedule,
} from '../contract/report-schedules.ts'
import type { FastifyInstance } from 'fastify'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import { isAdmin } from '@fieldwatch/server/people/access/access-policy'
import { addRoute } from '@fieldwatch/server/platform/http/add-route'
import { done, success } from '@fieldwatch/server/platform/http/envelope'
import { formatPosition, readPosition } from '@fieldwatch/server/platform/http/page-position'
import { createRateLimit } from '@fieldwatch/server/platform/http/rate-limit'
import {
  type ChangeParts,
  createSchedule,
  leaveSchedule,
  removeSchedule,
  sendNow,
  updateSchedule,
} from './change-schedules.ts'
import { describeSchedule } from './describe-schedules.ts'
import { createRunStore } from './run-store.ts'
import { requireMaySee, standingOf } from './schedule-policy.ts'
import { createScheduleStore } from './schedule-store.ts'

interface Parts extends ChangeParts {
  /** Whether mails leave the outbox. */
  readonly mails: boolean
  /** Whether a browser draws PDF now. */
  readonly canDraw: () => Promise<boolean>
}

/** One report sent manually. */
const SENDS = { most: 6, withinMs: HOUR_MS }
/** All reports that one person sends manually. */
const SENDS_OF_PERSON = { most: 20, withinMs: HOUR_MS }

/** Reports that are mailed regularly: to themselves by everybody, to others by admins. */
export function registerReportScheduleRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock, mails, canDraw } = parts
  const sends = createRateLimit({ clock, ...SENDS })
  const sendsOfPerson = createRateLimit({ clock, ...SENDS_OF_PERSON })

  addRoute(app, listReportSchedules, async ({ query, caller }) => {
    const { dataID: dataId, after, limit } = query
    if (dataId !== undefined) await createUnitStore(db).getDocument(dataId, caller.reach)
    const { userId, reach } = caller
    const asked = { userId, reach, isAdmin: isAdmin(caller), dataId, after: readPosition(after), limit: limit + 1 }
    const found = await createScheduleStore(db).list(asked)
    const shown = found.slice(0, limit)
    const last = found.length > limit ? shown.at(-1) : undefined
    return success({
      schedules: shown.map((one) => describeSchedule(caller, one)),
      next: formatPosition(last && { at: last.createdAt, id: last.id }),
      mails,
      pdf: await canDraw(),
    })
  })

  addRoute(app, createReportSchedule, async ({ body, caller }) => success(await createSchedule(parts, caller, body)))

  addRoute(app, updateReportSchedule, async ({ body, seen, caller }) =>
    success(await updateSchedule(parts, caller, { ...body, seen })),
  )

  addRoute(app, removeReportSchedule, async ({ body, caller }) => {
    await removeSchedule(parts, caller, body.scheduleID)
    return done()
  })

  addRoute(app, sendReport, async ({ body: { scheduleID: id }, caller }) => {
    requireMaySee(caller, await createScheduleStore(db).find(id, caller.reach))
    sends.take(String(id))
    sendsOfPerson.take(caller.userId)
    return success({ runID: await sendNow(parts, caller, id) })
  })

  addRoute(app, leaveReport, async ({ body, caller }) => {
    await leaveSchedule(parts, caller, body.scheduleID)
    return done()
  })

  addRoute(app, listReportRuns, async ({ query: { scheduleID: id }, caller }) => {
    const of = requireMaySee(caller, await createScheduleStore(db).find(id, caller.reach))
    const onlyTo = standingOf(caller, of) === 'keeper' ? undefined : caller.userId
    return success(await createRunStore(db).list(id, onlyTo, clock()))
  })
}
