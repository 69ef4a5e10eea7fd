import { say } from './say.ts'
import { CHILD_ATTRIBUTES, CHILD_TELEMETRY } from '@fieldwatch/contract/units/gateway-children'
import { MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import {
  type DecodedMessage,
  decodeSources,
  MALFORMED,
  parseJson,
  type Reason,
  refusedMessage,
} from '@fieldwatch/server/doors/ingest/decode-message'
import { isObject } from '@fieldwatch/contract/text/json'
import { readFields, readTelemetry } from './read-values.ts'

/** A payload as it was read; of one that is too long only the beginning. */
export interface Payload {
  readonly payload: Buffer
  /** The length of the whole payload. */
  readonly bytes: number
}

export function decodeTelemetry(payload: Payload, now: number): DecodedMessage {
  return decodePayload({ source: CHILD_TELEMETRY, expected: TELEMETRY_FORMS }, payload, (value) =>
    telemetryOf(value, CHILD_TELEMETRY, now),
  )
}

export function decodeAttributes(payload: Payload, now: number): DecodedMessage {
  return decodePayload({ source: CHILD_ATTRIBUTES, expected: ATTRIBUTE_FORM }, payload, (value) =>
    attributesOf(value, CHILD_ATTRIBUTES, now),
  )
}

/** Telemetry as records of a source; undefined when it has another form. */
export function telemetryOf(value: unknown, source: string, now: number): DecodedMessage | undefined {
  const records = readTelemetry(value)
  return records && decodeSources([[source, records]], now)
}

/** Attributes as a record of a source; undefined when they have another form. */
export function attributesOf(value: unknown, source: string, now: number): DecodedMessage | undefined {
  if (!isObject(value)) return undefined
  const fields = readFields(value)
  return decodeSources([[source, Object.keys(fields).length === 0 ? [] : fields]], now)
}

/** The JSON of a payload, or why it is refused. */
export function readPayload({ payload, bytes }: Payload): { readonly value: unknown } | { readonly reason: Reason } {
  if (bytes > MAX_RECORD_BYTES) return { reason: { code: 'record/too-large', message: say('thingsboard.long') } }
  const value = parseJson(payload)
  return value === MALFORMED ? { reason: { code: 'record/malformed-json' } } : { value }
}

/** Decodes the JSON of a payload, or refuses it as a whole: `read` answers undefined when the value is not as expected. */
export function decodePayload(
  { source, expected }: { source: string; expected: string },
  payload: Payload,
  read: (value: unknown) => DecodedMessage | undefined,
): DecodedMessage {
  const refuse = (reason: Reason): DecodedMessage => refusedMessage(source, reason, payload.payload)
  const found = readPayload(payload)
  if ('reason' in found) return refuse(found.reason)
  return read(found.value) ?? refuse({ code: 'record/not-an-object', message: expected })
}

export const TELEMETRY_FORMS = say('thingsboard.telemetry', { form: '{"ts": ms, "values": {…}}' })
export const ATTRIBUTE_FORM = say('thingsboard.attributes')
