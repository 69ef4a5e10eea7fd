import { say } from '@fieldwatch/messages/server-sentences'
import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import type { MaintenanceWindow } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import { requireAdmin } from '#people/access/access-policy.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import { createAlertLifeStore, type AlertAction } from './alert-life-store.ts'
import { requireMayChange } from './alert-policy.ts'
import { createAlertStore } from './alert-store.ts'
import { type Asker, type ChangeParts, judgedOf } from './change-alerts.ts'

/** Maintenance windows of one unit that are not over. */
const MOST_WINDOWS = 100

type Parts = Pick<ChangeParts, 'db' | 'bus' | 'clock'>

interface Asked {
  readonly id: AlertId
  /** All units in reach when undefined. */
  readonly dataId: DataId | undefined
  readonly comment: string
}

/**
 * Acknowledges what is triggered. Returns on how many units.
 * @throws DomainError alert/not-found, access/forbidden, unit/not-found
 */
export function acknowledgeAlert(parts: Parts, caller: Asker, asked: Asked): Promise<number> {
  return act(parts, caller, asked, 'acknowledge alert', (store, action) => store.acknowledge(action))
}

/**
 * Snoozes notifications until a moment; undefined ends the snooze.
 * @throws DomainError alert/not-found, access/forbidden, unit/not-found
 */
export function snoozeAlert(
  parts: Parts,
  caller: Asker,
  { until, ...asked }: Asked & { readonly until: number | undefined },
): Promise<number> {
  return act(parts, caller, asked, 'snooze alert', (store, action) => store.snooze(action, until))
}

async function act(
  { db, bus, clock }: Parts,
  caller: Asker,
  { id, dataId, comment }: Asked,
  action: ActivityAction,
  run: (store: ReturnType<typeof createAlertLifeStore>, action: AlertAction) => Promise<number>,
): Promise<number> {
  const now = clock()
  const { userId, reach } = caller
  const count = await db.transaction().execute(async (tx) => {
    const alert = await createAlertStore(tx).findForChange(id, reach)
    const judged = judgedOf(alert)
    requireMayChange(caller, judged)
    const isWatched = dataId === undefined || alert?.units.some((unit) => unit.dataId === dataId && unit.inReach)
    if (isWatched !== true) throw new DomainError('unit/not-found')
    const found = await run(createAlertLifeStore(tx), { alertId: id, dataId, reach, userId, comment, now })
    await createAuditStore(tx).recordChange(
      { userId },
      { kind: 'alert', id, entity: judged.entity },
      { at: now, action, after: { dataID: dataId, comment } },
    )
    return found
  })
  bus.publish('alert-changed', dataId === undefined ? { alertId: id } : { alertId: id, dataId })
  return count
}

interface Window {
  readonly dataId: DataId
  readonly from: number
  readonly to: number
  readonly comment: string
}

/**
 * Mutes the alerts of a unit during maintenance.
 * @throws DomainError access/forbidden, unit/not-found, unit/shared, request/invalid
 */
export function addMaintenance(parts: Parts, caller: Asker, window: Window): Promise<MaintenanceWindow> {
  return maintain(parts, caller, window.dataId, 'add maintenance', async (store, now) => {
    if (window.to <= now) throw invalidField('to', 'answers.over')
    if ((await store.countMaintenance(window.dataId, now)) >= MOST_WINDOWS)
      throw invalidField('from', say('answers.maintenance-most', { count: MOST_WINDOWS }))
    return store.addMaintenance(window, caller)
  })
}

/** @throws DomainError access/forbidden, unit/not-found, unit/shared, alert/no-maintenance */
export async function removeMaintenance(parts: Parts, caller: Asker, dataId: DataId, id: number): Promise<void> {
  await maintain(parts, caller, dataId, 'remove maintenance', async (store, now) => {
    if (!(await store.removeMaintenance(dataId, id, now))) throw new DomainError('alert/no-maintenance')
  })
}

/** What concerns a unit as a whole takes an admin of all of its entities. */
async function maintain<T>(
  { db, clock }: Parts,
  caller: Asker,
  dataId: DataId,
  action: ActivityAction,
  run: (store: ReturnType<typeof createAlertLifeStore>, now: number) => Promise<T>,
): Promise<T> {
  requireAdmin(caller)
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const units = createUnitStore(tx)
    const unit = await units.getDocument(dataId, caller.reach)
    requireMayDecide(caller, unit)
    await units.lock(dataId)
    const done = await run(createAlertLifeStore(tx), now)
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'unit', id: dataId, entity: unit.entities[0] },
      { at: now, action, after: done },
    )
    return done
  })
}
