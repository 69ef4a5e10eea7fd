import { ACTION_RESULT, type ActionMessage, OK } from '@fieldwatch/contract/actions/action-messages'
import { configurationOf } from '@fieldwatch/contract/actions/action-options'
import { type DecodedMessage, decodeSources, refusedMessage } from '../ingest/decode-message.ts'
import { decodePayload, type Payload } from './decode-payload.ts'
import { isObject } from './read-values.ts'

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

/** The result of a request, as a unit would send it. ThingsBoard knows no status: an `error`, or `success: false`, is a failure. */
export function resultOf(request: { id: number; answer: unknown }, now: number): DecodedMessage {
  const { id, answer } = request
  const hasFailed = isObject(answer) && (Object.hasOwn(answer, 'error') || answer['success'] === false)
  const result = { action_id: id, status: hasFailed ? FAILED : OK, payload: answer }
  return decodeSources([[ACTION_RESULT, result]], now)
}

/** The answer of a device to a request with an id, as a result. */
export function decodeAnswer(id: string | number, payload: Payload, now: number): DecodedMessage {
  const form = { source: ACTION_RESULT, expected: 'The answer to a request is JSON.' }
  if (!/^\d{1,15}$/.test(String(id))) return refusedMessage(ACTION_RESULT, NO_ID, payload.payload)
  return decodePayload(form, payload, (answer) => resultOf({ id: Number(id), answer }, now))
}

const NO_ID = { code: 'record/topic-not-allowed', message: 'The number of the request is missing.' } as const
const FAILED = 'ERROR'
