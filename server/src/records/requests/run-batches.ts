import type { DataId } from '@fieldwatch/contract/ids'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { createBatchStore, payloadOfBatch, type BatchMember, type StoredBatch } from './batch-store.ts'
import { isUnderWay, progressOf } from './batch-progress.ts'
import { createRequestStore } from './request-store.ts'
import { keepRequest, type RequestParts, REQUESTS, tell } from './send-request.ts'

/** What a step of a batch changed, for others to be told. */
interface Changed {
  readonly units: Set<DataId>
  readonly sent: Set<DataId>
  hasNewUnit: boolean
}

/** Takes a batch as far as it goes now: sends the next requests, or stops it. */
export async function advanceBatch(parts: RequestParts, id: number): Promise<void> {
  const changed: Changed = { units: new Set(), sent: new Set(), hasNewUnit: false }
  await parts.db.transaction().execute(async (tx) => {
    const store = createBatchStore(tx)
    const batch = await store.claimFree(id)
    if (batch === undefined) return
    const now = parts.clock()
    const members = await store.listMembers(id)
    const { state, next } = progressOf(members, { stopAfter: batch.stop_after, now })
    for (const member of next) await send(tx, batch, { member, now, changed })
    if (state === 'stopped') await endRest(tx, batch, { members, now, changed })
    const hasEnded = state === 'stopped' || state === 'finished'
    if (state !== batch.state || hasEnded) await store.setState(id, state, hasEnded ? now : null)
  })
  await tellChanged(parts, changed)
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
    await endRest(tx, batch, { members: await store.listMembers(id), now, changed })
    await store.setState(id, 'stopped', now)
    await audit(tx, now)
    return true
  })
  await tellChanged(parts, changed)
  return isStopped
}

async function send(
  tx: Db,
  batch: StoredBatch,
  { member, now, changed }: { member: BatchMember; now: number; changed: Changed },
): Promise<void> {
  const { data_id: dataId, place } = member
  const store = createBatchStore(tx)
  const requests = createRequestStore(tx)
  await requests.lockUnit(dataId)
  const asked = {
    dataID: dataId,
    actionClass: batch.action_class,
    method: batch.method,
    payload: payloadOfBatch(batch),
  }
  const given = { expiresInSeconds: batch.expires_in_seconds, by: batch.created_by, now, batchId: batch.id }
  const { id, isFirst, audited } = await keepRequest(tx, { ...asked, ...given })
  await store.setRequest(batch.id, place, id)
  changed.units.add(dataId)
  changed.hasNewUnit ||= isFirst
  if (await store.mayGoOn(batch.created_by, dataId)) changed.sent.add(dataId)
  else await cancel(tx, id, { by: batch.created_by, now })
  await createAuditStore(tx).record({
    at: now,
    userId: batch.created_by,
    entityId: undefined,
    action: 'send request',
    subjectKind: 'unit',
    subjectId: dataId,
    after: { ...audited, batchID: batch.id },
  })
}

async function endRest(
  tx: Db,
  batch: StoredBatch,
  { members, now, changed }: { members: readonly BatchMember[]; now: number; changed: Changed },
): Promise<void> {
  await createBatchStore(tx).leaveOutRest(batch.id)
  for (const member of members.filter(isUnderWay)) {
    if (member.action_id === null || member.state !== 'waiting') continue
    await createRequestStore(tx).lockUnit(member.data_id)
    await cancel(tx, member.action_id, { by: batch.created_by, now })
    changed.units.add(member.data_id)
  }
}

async function cancel(tx: Db, id: number, { by, now }: { by: StoredBatch['created_by']; now: number }): Promise<void> {
  const store = createRequestStore(tx)
  const request = await store.claim(id)
  if (request?.state === 'waiting') await store.end(request, { kind: 'cancelled', by }, now)
}

async function tellChanged(parts: RequestParts, { units, sent, hasNewUnit }: Changed): Promise<void> {
  const { bus } = parts
  if (hasNewUnit) bus.publish('followers-changed', { consumer: REQUESTS })
  for (const dataId of sent) bus.publish('request-waits', { dataId })
  for (const dataId of units) {
    await tell(parts, dataId)
    bus.publish('requests-changed', { dataId })
  }
}
