import { ACTION_RESULT, type ActionMessage, OK } from '@fieldwatch/contract/actions/action-messages'
import { configurationOf, readObject } from '@fieldwatch/contract/actions/action-options'
import { type DecodedMessage, decodeSources, refusedMessage } from '@fieldwatch/server/doors/ingest/decode-message'
import { decodePayload, type Payload } from './decode-payload.ts'
import { isObject } from '@fieldwatch/contract/text/json'
import { say } from './say.ts'
import type { DialectMessage } from '@fieldwatch/server/doors/ingest/mqtt-dialect'
import { GATEWAY_TOPICS } from './device-topic.ts'

export interface RpcMessage {
  readonly method: string
  readonly params: unknown
}

/** A request as ThingsBoard's devices get it: the word of its payload is the method. */
export function toRpc({ payload }: Pick<ActionMessage, 'payload'>): RpcMessage {
  if (typeof payload === 'string') return { method: payload, params: {} }
  const [[method, params] = ['', {}]] = Object.entries(payload)
  return { method, params }
}

/** The shared attributes that a request changes: an update of the configuration. */
export function changedAttributes({
  payload,
}: Pick<ActionMessage, 'payload'>): Readonly<Record<string, unknown>> | undefined {
  return configurationOf(payload)
}

/** What a request asked for, as its result repeats it. */
export type AskedAction = Pick<ActionMessage, 'actionClass' | 'action'>

interface Answer {
  readonly id: number
  readonly answer: unknown
  /** Undefined for a request that the unit did not get. */
  readonly asked: AskedAction | undefined
}

/** The result of a request, as a unit would send it. ThingsBoard knows no status: an `error`, or `success: false`, is a failure. */
export function resultOf({ id, answer: given, asked }: Answer, now: number): DecodedMessage {
  // The ThingsBoard gateway sends some answers as the text of their JSON.
  const answer = typeof given === 'string' ? (readObject(given) ?? given) : given
  const hasFailed = isObject(answer) && (Object.hasOwn(answer, 'error') || answer['success'] === false)
  const named = asked && { actionClass: asked.actionClass, action: asked.action }
  const result = { action_id: id, ...named, status: hasFailed ? FAILED : OK, payload: answer }
  return decodeSources([[ACTION_RESULT, result]], now)
}

/** The id of a request, as a device names it. */
export function readRequestId(id: unknown): number | undefined {
  return /^\d{1,15}$/.test(String(id)) ? Number(id) : undefined
}

/** The answer of a device to a request with an id, as a result. */
export async function decodeAnswer(
  id: number | undefined,
  payload: Payload,
  { findAction, now }: { readonly findAction: (id: number) => Promise<AskedAction | undefined>; readonly now: number },
): Promise<DecodedMessage> {
  const form = { source: ACTION_RESULT, expected: say('thingsboard.answer') }
  if (id === undefined) return refusedMessage(ACTION_RESULT, NO_ID, payload.payload)
  const asked = await findAction(id)
  return decodePayload(form, payload, (answer) => resultOf({ id, answer, asked }, now))
}

export const NO_ID = { code: 'record/topic-not-allowed', message: say('thingsboard.number') } as const
const FAILED = 'ERROR'

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
