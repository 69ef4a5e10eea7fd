import { isOnEarth } from '@fieldwatch/contract/places/position'
import { say } from '@fieldwatch/messages/server-sentences'
import { type DecodedMessage, excerptOf, type Reason, refuse } from '#doors/ingest/decode-message.ts'

/** The fields of a position as a sender gave them; undefined for what it did not give. */
export interface GivenPosition {
  readonly lat: unknown
  readonly lon: unknown
  readonly alt?: unknown
  readonly speed?: unknown
  readonly heading?: unknown
  readonly accuracy?: unknown
  readonly hdop?: unknown
}

export interface JudgedPosition {
  /** Undefined without a position on Earth. */
  readonly position: Readonly<Record<string, number>> | undefined
  /** What was given and cannot be kept, by name. */
  readonly odd: Readonly<Record<string, unknown>>
}

/** These are never negative: senders write -1 for what they do not know. */
const UNKNOWN_BELOW_ZERO: ReadonlySet<string> = new Set(['speed', 'heading', 'accuracy', 'hdop'])

/** What can be kept of the position that a tracker reports: one odd value costs that value, and no position without both coordinates. */
export function judgePosition({ lat, lon, ...others }: GivenPosition): JudgedPosition {
  if (lat === undefined && lon === undefined) return { position: undefined, odd: {} }
  if (!isOnEarth(lat, lon)) return { position: undefined, odd: { lat, lon } }
  const given = Object.entries(others).filter(([, value]) => value !== undefined && value !== null)
  const numbers = given.filter((one): one is [string, number] => typeof one[1] === 'number' && Number.isFinite(one[1]))
  return {
    position: {
      lat: Number(lat),
      lon: Number(lon),
      ...Object.fromEntries(numbers.filter(([name, value]) => value >= 0 || !UNKNOWN_BELOW_ZERO.has(name))),
    },
    odd: Object.fromEntries(given.filter(([, value]) => typeof value !== 'number' || !Number.isFinite(value))),
  }
}

/** Notes what of a report's position is not stored. */
export function refuseOdd(decoded: DecodedMessage, odd: JudgedPosition['odd']): void {
  const names = Object.keys(odd)
  if (names.length > 0) refuse(decoded, 'location', 0, names.includes('lat') ? NO_POSITION : NO_NUMBER, excerptOf(odd))
}

const NO_POSITION: Reason = { code: 'record/value-invalid', message: say('answers.door.position') }
const NO_NUMBER: Reason = { code: 'record/value-invalid', message: say('answers.door.number') }
