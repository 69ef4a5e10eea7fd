import type { ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import type { DialectMessage } from '../ingest/mqtt-dialect.ts'
import { GATEWAY_TOPICS } from './device-topic.ts'
import { isObject } from '@fieldwatch/contract/text/json'
import { changedAttributes, type RpcMessage, toRpc } from './rpc-message.ts'

interface GatewayCall {
  readonly device: string
  readonly data: RpcMessage & { readonly id: number }
}

/** A request to a unit behind a gateway, as that gets it; undefined when it did not subscribe to it. */
export function toGateway(
  isSubscribed: (topic: string) => boolean,
  device: string,
  request: ActionMessage,
): DialectMessage | undefined {
  const data = changedAttributes(request)
  const topic = data === undefined ? GATEWAY_TOPICS.requests : GATEWAY_TOPICS.attributes
  if (!isSubscribed(topic)) return undefined
  return data === undefined
    ? { topic, message: callOf(device, request.action_id, toRpc(request)) }
    : { topic, message: { device, data }, isConfirmedByReceipt: true }
}

/** A request to a gateway that names one of its devices: `{"method": {"device": "name", "params": …}}`. */
export function callOfChild(request: ActionMessage): GatewayCall | undefined {
  const { method, params } = toRpc(request)
  if (!isObject(params)) return undefined
  const { device, params: own = {}, ...others } = params
  if (typeof device !== 'string' || Object.keys(others).length > 0) return undefined
  return callOf(device, request.action_id, { method, params: own })
}

function callOf(device: string, id: number, { method, params }: RpcMessage): GatewayCall {
  return { device, data: { id, method, params } }
}
