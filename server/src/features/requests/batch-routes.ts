import { addressNow } from '#platform/audit/acting.ts'
import { type ActionBatch, type ActionBatchTable, type BatchUnit } from '@fieldwatch/contract/actions/action-batches'
import {
  createActionBatch,
  getActionBatch,
  listActionBatches,
  stopActionBatch,
} from '@fieldwatch/contract/actions/action-batches'
import { LISTED_PAYLOAD } from '@fieldwatch/contract/actions/actions'
import type { FastifyInstance } from 'fastify'
import { requireAdmin } from '#people/access/access-policy.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addRoute } from '#platform/http/add-route.ts'
import type { Caller } from '#platform/http/caller.ts'
import { success } from '#platform/http/envelope.ts'
import { formatTime, formatTimeOrNull } from '#platform/time/format-time.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { type BatchMember, createBatchStore, type ListedBatch } from './batch-store.ts'
import { payloadText, statusOf } from './describe-request.ts'
import { requireActive, requireMayAsk } from './request-policy.ts'
import { advanceBatch, stopBatch } from './run-batches.ts'
import type { RequestParts } from './send-request.ts'

/** Batches of one person that run at once. */
const MOST_RUNNING = 20

/** Requests to many units. */
export function registerBatchRoutes(app: FastifyInstance, parts: RequestParts): void {
  const { db, clock } = parts
  const batches = createBatchStore(db)

  addRoute(app, createActionBatch, async ({ body, caller }) => {
    requireAdmin(caller)
    const { dataIDs, ...asked } = body
    const dataIds = [...new Set(dataIDs)]
    const units = await createUnitStore(db).listDocuments(caller.reach, { dataIds })
    if (units.length < dataIds.length) throw new DomainError('unit/not-found')
    for (const unit of units) requireMayAsk(caller, unit)
    requireActive(units)
    if ((await batches.countRunning(caller.userId)) >= MOST_RUNNING) throw new DomainError('action/too-many-batches')
    const now = clock()
    // The first unit answers for all: one that is connected answers at once.
    const connected = new Set(units.filter((unit) => unit.connected).map((unit) => unit.dataID))
    const first = dataIds.find((dataId) => connected.has(dataId))
    const inOrder = first === undefined ? dataIds : [first, ...dataIds.filter((dataId) => dataId !== first)]
    const by = { by: caller.userId, tokenId: caller.token?.id, address: addressNow() }
    const id = await db.transaction().execute(async (tx) => {
      const made = await createBatchStore(tx).create({ ...asked, ...by, dataIds: inOrder, now })
      await createAuditStore(tx).recordChange(
        caller,
        { kind: 'action batch', id: made, entity: caller.entity },
        {
          at: now,
          action: 'send request to units',
          after: { actionClass: asked.actionClass, method: asked.method, units: inOrder },
        },
      )
      return made
    })
    await advanceBatch(parts, id)
    return success(await getTable(caller, id))
  })

  addRoute(app, listActionBatches, async ({ query: { page, pageSize }, caller }) => {
    requireAdmin(caller)
    const offset = (page - 1) * pageSize
    const { total, batches: found } = await batches.list(caller, { offset, limit: pageSize })
    return success({
      batches: found.map(describeBatch),
      pagination: { page, pageSize, total, hasNext: offset + found.length < total },
    })
  })

  addRoute(app, getActionBatch, async ({ params, caller }) => {
    requireAdmin(caller)
    return success(await getTable(caller, params.batchID))
  })

  addRoute(app, stopActionBatch, async ({ params: { batchID: id }, caller }) => {
    requireAdmin(caller)
    await getBatch(caller, id)
    const audit = (tx: RequestParts['db'], at: number) =>
      createAuditStore(tx).recordChange(
        caller,
        { kind: 'action batch', id, entity: caller.entity },
        { at, action: 'stop request to units' },
      )
    if (!(await stopBatch(parts, id, audit))) throw new DomainError('action/batch-ended')
    return success(await getTable(caller, id))
  })

  async function getBatch(caller: Caller, id: number): Promise<ListedBatch> {
    const batch = await batches.find(id, caller)
    if (batch === undefined) throw new DomainError('action/batch-not-found')
    return batch
  }

  async function getTable(caller: Caller, id: number): Promise<ActionBatchTable> {
    const batch = await getBatch(caller, id)
    const [members, known] = [await batches.listMembers(id), await batches.listInReach(id, caller.reach)]
    return {
      ...describeBatch(batch),
      units: members.map((member) => {
        const unit = describeMember(member)
        // Of a unit that moved away, its starter sees what became of the request, and nothing new.
        return known.has(unit.dataID) ? unit : { ...unit, friendlyName: unit.dataID, status: null }
      }),
    }
  }
}

function describeBatch(batch: ListedBatch): ActionBatch {
  const { units, ok, failed, leftOut } = batch
  return {
    batchID: batch.id,
    actionClass: batch.actionClass,
    method: batch.method,
    action: batch.action,
    payload: payloadText(batch.payload).slice(0, LISTED_PAYLOAD),
    state: batch.state,
    stopReason: batch.stopReason,
    stopAfter: batch.stopAfter,
    createdUTC: formatTime(batch.createdAt),
    createdBy: batch.creator,
    endedUTC: formatTimeOrNull(batch.endedAt),
    counts: { units, open: units - ok - failed - leftOut, ok, failed, leftOut },
  }
}

function describeMember(member: BatchMember): BatchUnit {
  const { state, status } = member
  return {
    dataID: member.dataId,
    friendlyName: member.friendlyName,
    state: state ?? (member.leftOut ? 'left-out' : 'queued'),
    action_id: member.actionId,
    status: state === null ? null : statusOf({ state, status }),
    notSentReason: member.notSentReason,
    createdUTC: formatTimeOrNull(member.createdAt),
    handedOverUTC: formatTimeOrNull(member.handedOverAt),
    endedUTC: formatTimeOrNull(member.endedAt),
  }
}
