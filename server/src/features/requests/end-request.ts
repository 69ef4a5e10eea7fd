import type { DataId } from '@fieldwatch/contract/api/ids'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireMayAsk } from './request-policy.ts'
import { createRequestStore, isOpen, isWaiting } from './request-store.ts'
import { type RequestParts, notify } from './send-request.ts'

/**
 * Takes a request back. A unit that has it already may still answer.
 * @throws DomainError action/not-found, access/forbidden, unit/not-found, unit/shared, action/ended
 */
export async function cancelRequest(parts: RequestParts, caller: Caller, id: number): Promise<void> {
  const { db, bus, clock } = parts
  const dataId = await getUnitOfRequest(parts, caller, id)
  const unit = await createUnitStore(db).getDocument(dataId, caller.reach)
  requireMayAsk(caller, unit)
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
 * The unit of a request within reach.
 * @throws DomainError action/not-found
 */
export async function getUnitOfRequest({ db }: Pick<RequestParts, 'db'>, caller: Caller, id: number): Promise<DataId> {
  const request = await createRequestStore(db).find(id)
  const inReach = request && (await createUnitStore(db).listInReach([request.data_id], caller.reach))
  if (request === undefined || inReach?.has(request.data_id) !== true) throw new DomainError('action/not-found')
  return request.data_id
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
