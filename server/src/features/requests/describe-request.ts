import { type ActionPayload, CANCELLED, NOT_SENT, PENDING, TIMEOUT } from '@fieldwatch/contract/actions/action-messages'
import { configurationOf } from '@fieldwatch/contract/actions/action-options'
import {
  type ActionRequest,
  type Configuration,
  type ConfigurationVersion,
  type DownlinkProgress,
  LISTED_PAYLOAD,
  type WantedConfiguration,
} from '@fieldwatch/contract/actions/actions'
import { formatTime, formatTimeOrNull } from '#platform/time/format-time.ts'
import type { StoredConfiguration, StoredVersion } from './configuration-store.ts'
import type { ListedRequest, NamedRequest } from './request-list-store.ts'
import type { StoredRequest } from './request-store.ts'

/** A request as people see it; `whole` with all of its payload. */
export function describeRequest(request: ListedRequest, { whole }: { readonly whole: boolean }): ActionRequest {
  const payload = payloadText(request.payload)
  const cut = (text: string): string => (whole ? text : text.slice(0, LISTED_PAYLOAD))
  return {
    action_id: request.id,
    dataID: request.dataId,
    friendlyName: request.friendlyName,
    actionClass: request.actionClass,
    method: request.method,
    action: request.action,
    payload: cut(payload),
    state: request.state,
    status: statusOf(request),
    createdUTC: formatTime(request.createdAt),
    createdBy: request.creator,
    sentUTC: formatTimeOrNull(request.sentAt),
    handedOverUTC: formatTimeOrNull(request.handedOverAt),
    channel: request.channel,
    answeredUTC: formatTimeOrNull(request.answeredAt),
    result: request.result === null ? null : cut(request.result),
    expiresUTC: formatTime(request.expiresAt),
    expiredUTC: formatTimeOrNull(request.expiredAt),
    cancelledUTC: formatTimeOrNull(request.cancelledAt),
    cancelledBy: request.canceller,
    notSentUTC: formatTimeOrNull(request.notSentAt),
    notSentReason: request.notSentReason,
    downlink: downlinkOf(request),
    batchID: request.batchId,
  }
}

function downlinkOf({
  downlinkState: state,
  downlinkAt: at,
  downlinkReason: reason,
}: ListedRequest): DownlinkProgress | null {
  return state === null || at === null ? null : { state, atUTC: formatTime(at), reason }
}

/** `PENDING` until there is a result. */
export function statusOf({ state, status }: Pick<StoredRequest, 'state' | 'status'>): string {
  if (state === 'expired') return TIMEOUT
  if (state === 'cancelled') return CANCELLED
  if (state === 'not-sent') return NOT_SENT
  return (state === 'answered' ? status : undefined) ?? PENDING
}

/** An object stays JSON, a text is itself. */
export function payloadText(json: string): string {
  const payload: unknown = JSON.parse(json)
  return typeof payload === 'string' ? payload : json
}

export function describeVersion({ version, action, at, by }: StoredVersion): ConfigurationVersion {
  return { version, action, atUTC: formatTime(at), by }
}

export function describeConfiguration(stored: StoredConfiguration): Configuration {
  return { ...describeVersion(stored), configuration: stored.configuration }
}

/** Undefined when the Update carries no configuration. */
export function describeWanted(request: NamedRequest): WantedConfiguration | undefined {
  const configuration = configurationOf(JSON.parse(request.payload) as ActionPayload)
  if (configuration === undefined) return undefined
  return {
    action_id: request.id,
    state: request.state,
    status: statusOf(request),
    createdUTC: formatTime(request.createdAt),
    by: request.creator,
    configuration,
  }
}
