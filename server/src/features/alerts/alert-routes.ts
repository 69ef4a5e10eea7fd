import { say } from '@fieldwatch/messages/server-sentences'
import {
  acknowledgeAlert as acknowledgeEndpoint,
  addMaintenance as addMaintenanceEndpoint,
  listAlertBands,
  listAlertHistory,
  listAlertNotifications,
  listMaintenance,
  removeMaintenance as removeMaintenanceEndpoint,
  snoozeAlert as snoozeEndpoint,
} from '@fieldwatch/contract/alerts/alert-history'
import { boundOf } from '@fieldwatch/contract/alerts/alert-conditions'
import { comparisonOf, type ValueCondition } from '@fieldwatch/contract/calculations/conditions'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { bandsOf, joinBands } from '#records/conditions/bands.ts'
import { formatTime } from '#platform/time/format-time.ts'
import { rehearseAlert as rehearseEndpoint } from '@fieldwatch/contract/alerts/alert-rehearsal'
import { askNotified, listHeirs } from '@fieldwatch/contract/alerts/alert-recipients'
import { listTriggeredUnits } from '@fieldwatch/contract/alerts/alert-triggered'
import {
  createAlert as createEndpoint,
  listAlerts,
  removeAlert as removeEndpoint,
  unsubscribeAlert,
  updateAlert as updateEndpoint,
} from '@fieldwatch/contract/alerts/alerts'
import type { FastifyInstance } from 'fastify'
import { untilGone } from '#platform/http/until-gone.ts'
import { requireMayRead } from '#records/store/source-policy.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { mayReach, requireAdmin } from '#people/access/access-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { acknowledgeAlert, addMaintenance, removeMaintenance, snoozeAlert } from './act-on-alert.ts'
import { createAlertLifeStore } from './alert-life-store.ts'
import { createAlertListStore } from './alert-list-store.ts'
import { requireMayChange, requireMaySee } from './alert-policy.ts'
import { type AlertDefinition, createAlertStore } from './alert-store.ts'
import { createFollowedTableStore } from './followed-table-store.ts'
import { findNoData } from './find-no-data.ts'
import { createSilenceStore } from './silence-store.ts'
import { type ChangeParts, createAlert, judgedOf, removeAlert, subscribe, updateAlert } from './change-alerts.ts'
import { createNotificationStore } from './notification-store.ts'
import { findHeirs } from './find-heirs.ts'
import { createNotifiedStore } from './notified-store.ts'
import { prepareRehearsal } from './prepare-rehearsal.ts'
import { formatPosition, readPosition } from '#platform/http/page-position.ts'

interface Parts extends ChangeParts {
  /** Connections for what takes long. */
  readonly reads: Db
}

/** Rehearsals of one person, and of everybody. */
const REHEARSALS = { atOnce: 1, waiting: 2, overall: 2 }

/** The alerts service. */
export function registerAlertRoutes(app: FastifyInstance, parts: Parts): void {
  registerAlerts(app, parts)
  registerLife(app, parts)
  registerMaintenance(app, parts)
  registerRehearsal(app, parts)
}

function registerRehearsal(app: FastifyInstance, { db, reader, clock }: Parts): void {
  const gate = createReadGate(REHEARSALS)
  addRoute(app, rehearseEndpoint, async ({ body, caller, reply }) => {
    const dataIds = [...new Set(body.devices)]
    if (body.source !== null) requireMayRead(caller, body.source)
    const inReach = await createUnitStore(db).listInReach(dataIds, caller.reach)
    if (inReach.size < dataIds.length) throw new DomainError('unit/not-found')
    const signal = untilGone(reply)
    const asked = { ...body, dataIds, caller, intervalMs: body.interval * 1_000, now: clock(), signal }
    const rehearse = await prepareRehearsal(db, reader, asked)
    return gate.run({ person: caller.userId, signal }, async () => success(await rehearse()))
  })
}

function registerAlerts(app: FastifyInstance, parts: Parts): void {
  const { db, clock } = parts
  addRoute(app, listAlerts, async ({ query, caller }) => {
    const { dataID: dataId, alertID: alertId, all, mine, page, pageSize } = query
    if (all) requireAdmin(caller)
    if (dataId !== undefined) await createUnitStore(db).getDocument(dataId, caller.reach)
    const place = { now: clock(), offset: (page - 1) * pageSize, limit: pageSize }
    const asked = { reader: caller, all, mine, dataId, alertId, ...place }
    const { alerts, total } = await createAlertListStore(parts.reads).list(asked)
    return { ...success(alerts), pagination: { page, pageSize, total, hasNext: page * pageSize < total } }
  })

  addRoute(app, listTriggeredUnits, async ({ caller }) => {
    return success(await createAlertListStore(parts.reads).listTriggered(caller))
  })

  addRoute(app, askNotified, async ({ body, caller }) => {
    const { alertID: alertId, entity } = body
    if (alertId !== undefined)
      requireMayChange(caller, judgedOf(await createAlertStore(db).find(alertId, caller.reach)))
    if (!mayReach(caller, entity)) throw new DomainError('entity/not-found')
    const wouldNotify = await createNotifiedStore(db).wouldNotify(body, caller.reach)
    return success({ notifiesNobody: !wouldNotify })
  })

  addRoute(app, listHeirs, async ({ body, caller }) => {
    return success({ heirs: await findHeirs(db, caller, body.userUID) })
  })

  addRoute(app, createEndpoint, async ({ body, caller }) => {
    return success({ alertID: await createAlert(parts, caller, body) })
  })

  addRoute(app, updateEndpoint, async ({ body, caller, seen }) => {
    const { alertID: id, version: _version, createdBy: _by, users: _users, ...changes } = body
    const version = await updateAlert(parts, caller, { id, seen, changes })
    return success({ alertID: id, version })
  })

  addRoute(app, removeEndpoint, async ({ body, caller }) => {
    await removeAlert(parts, caller, body.alertID)
    return done()
  })

  addRoute(app, unsubscribeAlert, async ({ body, caller }) => {
    await subscribe(parts, caller, { id: body.alertID, subscribe: body.subscribe })
    return done()
  })
}

function registerLife(app: FastifyInstance, parts: Parts): void {
  addRoute(app, listAlertHistory, async ({ query, caller }) => {
    const { alertID: alertId, dataID: dataId, after, limit } = query
    const { reach } = caller
    const alert = await createAlertStore(parts.db).find(alertId, reach)
    requireMaySee(caller, judgedOf(alert))
    const store = createAlertLifeStore(parts.reads)
    const found = await store.listHistory({ alertId, dataId, reach, after: readPosition(after), limit })
    const last = found.length < limit ? undefined : found.at(-1)
    return success({ history: found.map(({ entry }) => entry), next: formatPosition(last?.position) })
  })

  addRoute(app, listAlertBands, async ({ query, caller }) => {
    const { alertID: alertId, dataID: dataId, startDate: from, endDate, width } = query
    if (from >= endDate) throw invalidField('endDate', 'fields.range-order')
    const alert = await createAlertStore(parts.db).find(alertId, caller.reach)
    requireMaySee(caller, judgedOf(alert))
    const isWatched = alert?.units.some((unit) => unit.dataId === dataId && unit.inReach)
    if (alert === undefined || isWatched !== true) throw new DomainError('unit/not-found')
    const to = Math.max(from, Math.min(endDate, parts.clock()))
    const turns = await createAlertLifeStore(parts.reads).listTurns({ alertId, dataId, from, to })
    const { name } = alert.definition
    const watched = await findWatched(parts.reads, alert.definition, dataId)
    const bands = joinBands(bandsOf(turns, { from, to }), Math.max(1, (endDate - from) / width))
    const [unit] = await createSilenceStore(parts.reads).listListened([dataId], watched?.source ?? null)
    const times = { from, to, now: parts.clock(), width }
    // Of a silence all that is shaded is without data.
    const noData =
      watched === undefined ? [] : await findNoData(parts.reader, unit?.sources ?? [], { ...times, ...watched })
    return success({
      name,
      comparison: comparisonAt(watched, turns.findLast(({ limit }) => limit !== null)?.limit ?? undefined),
      bands: bands.map(({ from: start, to: end, count }) => ({
        startUTC: formatTime(start),
        endUTC: formatTime(end),
        count,
      })),
      noData,
    })
  })

  addRoute(app, listAlertNotifications, async ({ query, caller }) => {
    const { alertID: alertId, entity, channel, state, after, limit } = query
    if (alertId === undefined) {
      requireAdmin(caller)
      if (entity !== undefined && !mayReach(caller, entity)) throw new DomainError('entity/not-found')
    } else requireMayChange(caller, judgedOf(await createAlertStore(parts.db).find(alertId, caller.reach)))
    const entities = entity === undefined ? caller.reach : [entity]
    const store = createNotificationStore(parts.reads)
    const asked = { alertId, entities, reach: caller.reach, channel, state, after: readPosition(after), limit }
    const found = await store.list(asked)
    const last = found.length < limit ? undefined : found.at(-1)
    return success({
      notifications: found.map(({ notification }) => notification),
      next: formatPosition(last?.position),
    })
  })

  addRoute(app, acknowledgeEndpoint, async ({ body, caller }) => {
    const asked = { id: body.alertID, dataId: body.dataID, comment: body.comment }
    const count = await acknowledgeAlert(parts, caller, asked)
    return done(count === 0 ? say('answers.none-triggered') : undefined)
  })

  addRoute(app, snoozeEndpoint, async ({ body, caller }) => {
    const until = body.until === null ? undefined : Date.parse(body.until)
    if (until !== undefined && until <= parts.clock()) throw invalidField('until', 'answers.moment-over')
    const asked = { id: body.alertID, dataId: body.dataID, comment: body.comment, until }
    await snoozeAlert(parts, caller, asked)
    return done()
  })
}

interface WatchedValue extends ValueCondition {
  /** Only for an event table. */
  readonly gapMs?: number
}

/** What an alert compares on a unit; undefined for a silence, and where the unit has no such event table. */
async function findWatched(
  db: Db,
  { source, condition, event }: AlertDefinition,
  dataId: DataId,
): Promise<WatchedValue | undefined> {
  if (event !== null) {
    const table = await createFollowedTableStore(db).find(dataId, event)
    return table && { source: table.source, field: table.field, ...table.bound, gapMs: table.gapMs }
  }
  return source === null || condition === null ? undefined : { source, field: condition.field, ...boundOf(condition) }
}

/** The condition with the limit that held then, where that is known. */
function comparisonAt(watched: WatchedValue | undefined, limit: number | undefined): string | null {
  return watched === undefined ? null : comparisonOf({ ...watched, constant: limit ?? watched.constant })
}

function registerMaintenance(app: FastifyInstance, parts: Parts): void {
  const { db, clock } = parts
  addRoute(app, listMaintenance, async ({ query, caller }) => {
    await createUnitStore(db).getDocument(query.dataID, caller.reach)
    return success(await createAlertLifeStore(db).listMaintenance(query.dataID, clock(), caller.reach))
  })

  addRoute(app, addMaintenanceEndpoint, async ({ body, caller }) => {
    const { dataID: dataId, from, to, comment } = body
    const window = { dataId, from: Date.parse(from), to: Date.parse(to), comment }
    return success(await addMaintenance(parts, caller, window))
  })

  addRoute(app, removeMaintenanceEndpoint, async ({ body, caller }) => {
    await removeMaintenance(parts, caller, body.dataID, body.maintenanceID)
    return done()
  })
}
