import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import type { ActionMethod, ActionPayload } from '@fieldwatch/contract/actions/action-messages'
import { ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import { type ActionClass, actionNameOf, READ } from '@fieldwatch/contract/actions/action-options'
import { type DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { Logger } from 'pino'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createFollowerStore } from '#records/arrivals/follower-store.ts'
import { requireCurrent } from './configuration-conflict.ts'
import { requireActive, requireMaySendTo, requireRoom } from './request-policy.ts'
import { createRequestStore } from './request-store.ts'
import { recordHistory, type HistoryParts } from './record-history.ts'

/** The consumer of results. */
export const REQUESTS = 'requests'

export type RequestParts = HistoryParts & Pick<Platform, 'db' | 'bus' | 'clock' | 'log'>

export interface Ask {
  readonly dataID: DataId
  readonly actionClass: ActionClass
  readonly method: ActionMethod
  readonly payload: ActionPayload
  readonly expiresInSeconds: number
  /** The `action_id` of the result that an Update was made from. */
  readonly seen: number | undefined
  /** A screen sends it when it opens. A read of the configuration is then not in the activity. */
  readonly isAutomatic?: boolean
}

/**
 * Keeps a request for a unit, and sends it as soon as the unit can be reached. Returns its id.
 * @throws DomainError access/forbidden, unit/not-found, unit/shared, unit/deactivated, action/too-many, request/rate-limited,
 * action/configuration-changed
 */
export async function sendRequest(parts: RequestParts, caller: Caller, ask: Ask): Promise<number> {
  const { db, bus, clock } = parts
  const { dataID: dataId } = ask
  const now = clock()
  const unit = await createUnitStore(db).getDocument(dataId, caller.reach)
  requireMaySendTo(caller, unit, ask)
  requireActive([unit])
  const created = await db.transaction().execute(async (tx) => {
    const store = createRequestStore(tx)
    await store.lockUnit(dataId)
    requireRoom(await store.count(dataId, caller.userId, now - MINUTE_MS))
    await requireCurrent(tx, caller, ask)
    const made = await keepRequest(tx, { ...ask, by: caller, now, batchId: undefined })
    const isAudited = ask.isAutomatic !== true || made.audited.action !== READ
    if (isAudited)
      await createAuditStore(tx).recordChange(
        caller,
        { kind: 'unit', id: dataId, entity: unit.entities[0] },
        { at: now, action: 'send request', after: made.audited },
      )
    return made
  })
  if (created.isFirst) bus.publish('followers-changed', { consumer: REQUESTS })
  bus.publish('request-waits', { dataId })
  await notify(parts, dataId)
  bus.publish('requests-changed', { dataId })
  return created.id
}

interface Kept extends Omit<Ask, 'seen' | 'isAutomatic'> {
  readonly by: Pick<Caller, 'userId' | 'token'>
  readonly now: number
  readonly batchId: number | undefined
}

/** Puts a request into the queue of its unit, in a transaction in which the unit is locked. `isFirst`: its results were not followed. */
export async function keepRequest(tx: Db, kept: Kept) {
  const { dataID: dataId, actionClass, method, payload, now } = kept
  const action = actionNameOf(actionClass, method, payload)
  const expiresAt = now + kept.expiresInSeconds * 1000
  const { by, batchId } = kept
  const starter = { by: by.userId, tokenId: by.token?.id }
  const request = { dataId, actionClass, method, action, payload, ...starter, now, expiresAt, batchId }
  const { id, isFirst } = await createRequestStore(tx).create(request)
  if (isFirst) {
    const sources = [SourceName.parse(ACTION_RESULT)]
    await createFollowerStore(tx).follow({ consumer: REQUESTS, id: dataId, dataId, sources, from: 'now' })
  }
  return { id, isFirst, audited: { action_id: id, actionClass, method, action } }
}

/** What cannot be published now is published later. */
export async function notify(
  { log, ...parts }: HistoryParts & { readonly log: Logger },
  dataId: DataId,
): Promise<void> {
  try {
    await recordHistory(parts, dataId)
  } catch (error) {
    log.warn({ err: error, dataID: dataId }, 'writing the request history failed; retrying later')
  }
}
