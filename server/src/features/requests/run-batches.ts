import { type BatchStopReason, createActionBatch } from '@fieldwatch/contract/actions/action-batches'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { isAdmin } from '#people/access/access-policy.ts'
import type { Actor } from '#people/access/person-store.ts'
import { findStarter } from '#people/credentials/find-starter.ts'
import { actAs } from '#platform/audit/acting.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { refusalOf } from '#platform/errors/refusal-of.ts'
import { createBatchStore, payloadOfBatch, type BatchMember, type StoredBatch } from './batch-store.ts'
import { type Progress, progressOf } from './batch-progress.ts'
import { requireActive, requireMayAsk } from './request-policy.ts'
import { createRequestStore, type PortalEnd } from './request-store.ts'
import { keepRequest, type RequestParts, REQUESTS, notify } from './send-request.ts'

/** What a step of a batch changed, to be published. */
interface Changed {
  readonly units: Set<DataId>
  readonly sent: Set<DataId>
  hasNewUnit: boolean
}

/**
 * Takes a batch as far as it goes now: sends the next requests, or stops it. It is stopped too when its starter may not send requests
 * any more; a unit that has left the starter's reach is left out.
 */
export async function advanceBatch(parts: RequestParts, id: number): Promise<void> {
  const changed: Changed = { units: new Set(), sent: new Set(), hasNewUnit: false }
  await parts.db.transaction().execute(async (tx) => {
    const store = createBatchStore(tx)
    const batch = await store.claimFree(id)
    if (batch === undefined) return
    const now = parts.clock()
    const starter = { userId: batch.createdBy, tokenId: batch.tokenId ?? undefined }
    const actor = await findStarter(tx, starter, createActionBatch, now)
    if (actor === undefined || !isAdmin(actor)) {
      await stop(tx, batch, { reason: 'not-permitted', now, changed })
      return
    }
    const { token } = actor
    await store.noteEnded(id)
    const { state, dueAt } = await actAs({ token, address: batch.address }, () =>
      sendNext(tx, batch, { actor, now, changed }),
    )
    if (state === 'stopped') await stop(tx, batch, { reason: 'failures', now, changed })
    else if (state === 'finished') await store.finish(id, now)
    else await store.continue(id, { state, dueAt })
  })
  await publishChanged(parts, changed)
}

interface Step {
  readonly actor: Actor
  readonly now: number
  readonly changed: Changed
}

async function sendNext(tx: Db, batch: StoredBatch, step: Step): Promise<Progress> {
  const store = createBatchStore(tx)
  for (;;) {
    const progress = progressOf(await store.listMembers(batch.id), {
      stopAfter: batch.stopAfter,
      now: step.now,
    })
    const { next } = progress
    const permitted = await listPermitted(tx, step.actor, next)
    for (const member of next) if (permitted.has(member.dataId)) await send(tx, batch, { member, ...step })
    const refused = next.filter((member) => !permitted.has(member.dataId))
    if (refused.length === 0) return progress
    const dataIds = refused.map((member) => member.dataId)
    await store.leaveOut(batch.id, dataIds)
  }
}

/** The units to which an actor may send requests now, and that can get them. */
async function listPermitted(tx: Db, actor: Actor, members: readonly BatchMember[]): Promise<ReadonlySet<DataId>> {
  if (members.length === 0) return new Set()
  const units = await createUnitStore(tx).listDocuments(actor.reach, { dataIds: members.map((unit) => unit.dataId) })
  return new Set(
    units.filter((unit) => refusalOf(() => requireMayGet(actor, unit)) === undefined).map(({ dataID }) => dataID),
  )

  function requireMayGet(by: Actor, unit: (typeof units)[number]): void {
    requireMayAsk(by, unit)
    requireActive([unit])
  }
}

/** Stops a batch: what waits is cancelled, what has not been sent is left out. False: it had ended. */
export async function stopBatch(
  parts: RequestParts,
  id: number,
  audit: (tx: Db, now: number) => Promise<void>,
): Promise<boolean> {
  const changed: Changed = { units: new Set(), sent: new Set(), hasNewUnit: false }
  const isStopped = await parts.db.transaction().execute(async (tx) => {
    const store = createBatchStore(tx)
    const batch = await store.claim(id)
    if (batch === undefined) return false
    const now = parts.clock()
    await stop(tx, batch, { reason: 'cancelled', now, changed })
    await audit(tx, now)
    return true
  })
  await publishChanged(parts, changed)
  return isStopped
}

async function send(
  tx: Db,
  batch: StoredBatch,
  { member, actor, now, changed }: Step & { member: BatchMember },
): Promise<void> {
  const { dataId, place } = member
  await createRequestStore(tx).lockUnit(dataId)
  const { id, isFirst, audited } = await keepRequest(tx, {
    dataID: dataId,
    actionClass: batch.actionClass,
    method: batch.method,
    payload: payloadOfBatch(batch),
    expiresInSeconds: batch.expiresInSeconds,
    by: actor,
    now,
    batchId: batch.id,
  })
  await createBatchStore(tx).setRequest(batch.id, place, id)
  changed.units.add(dataId)
  changed.sent.add(dataId)
  changed.hasNewUnit ||= isFirst
  await createAuditStore(tx).recordChange(
    actor,
    { kind: 'unit', id: dataId, entity: undefined },
    { at: now, action: 'send request', after: { ...audited, batchID: batch.id } },
  )
}

async function stop(
  tx: Db,
  batch: StoredBatch,
  { reason, now, changed }: { reason: BatchStopReason; now: number; changed: Changed },
): Promise<void> {
  const store = createBatchStore(tx)
  const requests = createRequestStore(tx)
  const end: PortalEnd =
    reason === 'not-permitted' ? { kind: 'not-sent', reason } : { kind: 'cancelled', by: batch.createdBy }
  for (const member of await store.listMembers(batch.id)) {
    if (member.actionId === null || member.state !== 'waiting') continue
    await requests.lockUnit(member.dataId)
    const request = await requests.claim(member.actionId)
    if (request?.state === 'waiting') await requests.end(request, end, now)
    changed.units.add(member.dataId)
  }
  await store.leaveOutRest(batch.id)
  await store.stop(batch.id, reason, now)
}

async function publishChanged(parts: RequestParts, { units, sent, hasNewUnit }: Changed): Promise<void> {
  const { bus } = parts
  if (hasNewUnit) bus.publish('followers-changed', { consumer: REQUESTS })
  for (const dataId of sent) bus.publish('request-waits', { dataId })
  for (const dataId of units) {
    await notify(parts, dataId)
    bus.publish('requests-changed', { dataId })
  }
}
