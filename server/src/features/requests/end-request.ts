import type { ActionPayload } from '@fieldwatch/contract/actions/action-messages'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireAdmin } from '#people/access/access-policy.ts'
import { type AskedOfUnit, isOfSensorScreens } from './configuration.ts'
import { requireMaySendTo } from './request-policy.ts'
import { createRequestStore, isOpen, isWaiting, type StoredRequest } from './request-store.ts'
import { type RequestParts, notify } from './send-request.ts'

/**
 * Takes a request back. A unit that has it already may still answer.
 * @throws DomainError action/not-found, access/forbidden, unit/not-found, unit/shared, action/ended
 */
export async function cancelRequest(parts: RequestParts, caller: Caller, id: number): Promise<void> {
  const { db, bus, clock } = parts
  const { dataId, unit } = await getFollowed(parts, caller, id)
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const store = createRequestStore(tx)
    await store.lockUnit(dataId)
    const request = await store.claim(id)
    if (request === undefined) throw new DomainError('action/not-found')
    if (!isOpen(request)) throw new DomainError('action/ended')
    await store.end(request, { kind: 'cancelled', by: caller.userId }, now)
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'unit', id: dataId, entity: unit.entities[0] },
      { at: now, action: 'cancel request', after: { action_id: id } },
    )
  })
  await notify(parts, dataId)
  bus.publish('requests-changed', { dataId })
}

/**
 * The unit of a request that a caller may follow.
 * @throws DomainError action/not-found, access/forbidden, unit/shared
 */
export async function getFollowed({ db }: Pick<RequestParts, 'db'>, caller: Caller, id: number) {
  const request = await createRequestStore(db).find(id)
  const asked = request && askedBy(request)
  // Whether there is such a request is for those who may ask for it.
  if (asked === undefined || !isOfSensorScreens(asked)) requireAdmin(caller)
  const dataId = request?.dataId
  const [unit] =
    dataId === undefined ? [] : await createUnitStore(db).listDocuments(caller.reach, { dataIds: [dataId] })
  if (asked === undefined || dataId === undefined || unit === undefined) throw new DomainError('action/not-found')
  requireMaySendTo(caller, unit, asked)
  return { dataId, unit }
}

function askedBy({ actionClass, method, payload }: StoredRequest): AskedOfUnit {
  return { actionClass, method, payload: JSON.parse(payload) as ActionPayload }
}

const OVERDUE_AT_ONCE = 200

/** Gives up requests that have expired, and those that waited in a restored backup or wait for a deactivated unit. */
export async function endOverdueRequests(parts: RequestParts): Promise<void> {
  const { db, bus, clock } = parts
  const overdue = await createRequestStore(db).listOverdue(clock(), OVERDUE_AT_ONCE)
  for (const { id, dataId, end } of overdue) {
    await db.transaction().execute(async (tx) => {
      const store = createRequestStore(tx)
      await store.lockUnit(dataId)
      const request = await store.claim(id)
      const mayEnd = end.kind === 'expired' ? isOpen : isWaiting
      if (request !== undefined && mayEnd(request)) await store.end(request, end, clock())
    })
  }
  for (const dataId of new Set(overdue.map((one) => one.dataId))) {
    await notify(parts, dataId)
    bus.publish('requests-changed', { dataId })
  }
}
