import { say } from '@fieldwatch/messages/server-sentences'
import { CHILD_ATTRIBUTES_SUFFIX } from '@fieldwatch/contract/units/gateway-children'
import { ACTION_REQUEST, ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import type { Reason } from '../ingest/decode-message.ts'
import { distinctName, nearestName } from '../senders/series-name.ts'
import { ATTRIBUTES, TELEMETRY } from './decode-payload.ts'

/** As in ThingsBoard. */
const LONGEST_NAME = 255
const LONGEST_SOURCE = 64 - CHILD_ATTRIBUTES_SUFFIX.length

/** The name of a child, or why it cannot have that. */
export function readChildName(name: unknown): string | Reason {
  if (typeof name !== 'string' || name.trim() === '') return refused(say('answers.door.thingsboard.name'))
  if (name.length > LONGEST_NAME) return refused(say('answers.door.thingsboard.name-long', { count: LONGEST_NAME }))
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return refused(say('answers.door.thingsboard.name-control'))
  return name
}

function refused(message: string): Reason {
  return { code: 'record/source-name-invalid', message }
}

/** Sources that mean something else at the gateway itself. */
const RESERVED: ReadonlySet<string> = new Set([TELEMETRY, ATTRIBUTES, ACTION_REQUEST, ACTION_RESULT, 'location'])

/**
 * The source of a child at its gateway: its name as far as a source may have it. A hash distinguishes it from others where the name is taken, or
 * would lose letters.
 */
export function sourceOfChild(name: string, isTaken: (source: string) => boolean, attempt = 1): SourceName {
  const plain = nearestName(name, LONGEST_SOURCE)
  const losesLetters = /[^\x20-\x7E]/.test(name) || name.trim().length > LONGEST_SOURCE
  const collides = (source: string): boolean =>
    RESERVED.has(source) || source in {} || isTaken(source) || isTaken(`${source}${CHILD_ATTRIBUTES_SUFFIX}`)
  if (attempt === 1 && !losesLetters && !collides(plain)) return plain as SourceName
  for (let number = attempt; ; number += 1) {
    const distinct = distinctName(name, `${number} ${name}`, LONGEST_SOURCE)
    if (!collides(distinct)) return distinct as SourceName
  }
}
