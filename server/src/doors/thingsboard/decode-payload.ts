import { MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import {
  type DecodedMessage,
  decodeSources,
  MALFORMED,
  parseJson,
  type Reason,
  refusedMessage,
} from '../ingest/decode-message.ts'
import { isObject, readFields, readTelemetry } from './read-values.ts'

/** The sources of what devices measure, and of what they tell about themselves. */
export const TELEMETRY = 'telemetry'
export const ATTRIBUTES = 'attributes'

/** A payload as it was read; of one that is too long only the beginning. */
export interface Payload {
  readonly payload: Buffer
  /** The length of the whole payload. */
  readonly bytes: number
}

export function decodeTelemetry(payload: Payload, now: number): DecodedMessage {
  return decodePayload({ source: TELEMETRY, expected: TELEMETRY_FORMS }, payload, (value) => {
    const records = readTelemetry(value)
    return records && decodeSources([[TELEMETRY, records]], now)
  })
}

export function decodeAttributes(payload: Payload, now: number): DecodedMessage {
  return decodePayload({ source: ATTRIBUTES, expected: ATTRIBUTE_FORM }, payload, (value) => {
    if (!isObject(value)) return undefined
    const fields = readFields(value)
    return decodeSources([[ATTRIBUTES, Object.keys(fields).length === 0 ? [] : fields]], now)
  })
}

/** Decodes the JSON of a payload, or refuses it as a whole: `read` answers undefined when the value is not as expected. */
export function decodePayload(
  { source, expected }: { source: string; expected: string },
  { payload, bytes }: Payload,
  read: (value: unknown) => DecodedMessage | undefined,
): DecodedMessage {
  const refuse = (reason: Reason): DecodedMessage => refusedMessage(source, reason, payload)
  if (bytes > MAX_RECORD_BYTES) return refuse({ code: 'record/too-large', message: 'The message exceeds 64 KiB.' })
  const value = parseJson(payload)
  if (value === MALFORMED) return refuse({ code: 'record/malformed-json' })
  return read(value) ?? refuse({ code: 'record/not-an-object', message: expected })
}

const TELEMETRY_FORMS = 'Telemetry is an object of values, {"ts": ms, "values": {…}}, or an array of either.'
const ATTRIBUTE_FORM = 'Attributes are an object of values.'
