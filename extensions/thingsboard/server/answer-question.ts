import { MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import { MALFORMED, parseJson } from '@fieldwatch/server/doors/ingest/decode-message'
import { isObject } from '@fieldwatch/contract/text/json'

/**
 * What a client may send, `count:seconds`. A gateway packs and slows its messages by it, and does not count as connected before it has
 * the answer.
 */
const LIMITS = {
  messages: '500:1,20000:60',
  telemetryMessages: '500:1,20000:60',
  telemetryDataPoints: '10000:1,400000:60',
}

const SESSION_LIMITS = {
  maxPayloadSize: MAX_RECORD_BYTES,
  maxInflightMessages: 100,
  payloadType: 'JSON',
  rateLimits: LIMITS,
  gatewayRateLimits: LIMITS,
}

/** Answers a question that a device asks by RPC. */
export function answerQuestion(question: unknown, now: number): unknown {
  const method = isObject(question) ? question['method'] : undefined
  switch (method) {
    case 'getSessionLimits':
      return SESSION_LIMITS
    case 'getTime':
    case 'getCurrentTime':
      return now
    default:
      return { error: typeof method === 'string' ? 'This method is not supported.' : 'A request has a method.' }
  }
}

/** The JSON of a question; undefined when it is none. */
export function readQuestion({ payload }: { readonly payload: Buffer }): unknown {
  const value = parseJson(payload)
  return value === MALFORMED ? undefined : value
}
