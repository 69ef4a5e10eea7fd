import type { ActionRequest } from '@fieldwatch/contract/actions/actions'
import type { DataId } from '@fieldwatch/contract/api/ids'

const AT = '2026-05-06T12:00:00.000Z'

/** A request that mentions only what matters to the test: it waits for its unit. */
export function buildRequest(parts: Partial<ActionRequest> & { action_id: number }): ActionRequest {
  return {
    dataID: 'gateway-1' as DataId,
    friendlyName: 'Gateway 1',
    actionClass: 'Xetasense',
    method: 'GET',
    action: 'Read',
    payload: 'ListConfigInfo',
    state: 'waiting',
    status: 'PENDING',
    createdUTC: AT,
    createdBy: 'Ada Lovelace',
    sentUTC: null,
    handedOverUTC: null,
    channel: null,
    answeredUTC: null,
    result: null,
    expiresUTC: '2026-05-07T12:00:00.000Z',
    expiredUTC: null,
    cancelledUTC: null,
    cancelledBy: null,
    notSentUTC: null,
    notSentReason: null,
    downlink: null,
    batchID: null,
    ...parts,
  }
}

/** What becomes of a request that its unit answers. */
export function answered(status: string, result?: unknown): Partial<ActionRequest> {
  return {
    state: 'answered',
    status,
    sentUTC: AT,
    handedOverUTC: AT,
    answeredUTC: AT,
    result: result === undefined ? null : JSON.stringify(result),
  }
}
