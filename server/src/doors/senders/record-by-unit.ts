import { say } from '@fieldwatch/messages/server-sentences'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { IngestVerdict } from '@fieldwatch/contract/telemetry/ingest'
import type { Logger } from 'pino'
import type { PackedBody } from '#doors/ingest/body-tasks.ts'
import {
  type DecodedMessage,
  emptyMessage,
  MAX_REFUSALS,
  refuse,
  type SourceRecord,
} from '#doors/ingest/decode-message.ts'
import type { KnownUnit } from '#doors/ingest/unit-authenticator.ts'
import { DomainError, isDomainError } from '#platform/errors/domain-error.ts'
import type { Sender } from './identify-sender.ts'
import type { RecordAtDoor, RecordDecoded } from './record-at-door.ts'

interface Given {
  readonly door: Door
  readonly sender: Sender
  /** By the dataID that they name; undefined where they name none. */
  readonly messages: ReadonlyMap<string | undefined, DecodedMessage | PackedBody>
  readonly record: RecordAtDoor
  readonly recordDecoded: RecordDecoded
  readonly log: Logger
}

/** Records of one commit: more would hold the event loop for too long. */
const PORTION = 2_000

/** Each one is looked for by itself, and has a commit of its own. */
const MOST_UNITS = 1_000

/** How many characters of a refused dataID are logged. */
const LOGGED_LENGTH = 64

/**
 * Stores what a body brings for one unit or several. What names a unit that the sender may not send for is kept among the refused messages of
 * the sender, if it is a unit itself; else it is logged.
 * @throws DomainError server/unavailable, request/too-large for too many units; the first reason why something was refused, where all was
 */
export async function recordByUnit({ door, sender, messages, record, recordDecoded, log }: Given): Promise<void> {
  /** Stored, or acknowledged because their collection is paused. */
  let taken = 0
  let problem: DomainError | undefined
  const strangers: string[] = []
  if (messages.size > MOST_UNITS) {
    throw new DomainError('request/too-large', { message: say('answers.door.units', { count: MOST_UNITS }) })
  }
  for (const [dataID, message] of messages) {
    const unit = await find(dataID)
    if (isDomainError(unit)) {
      problem ??= unit
      if (sender.own !== undefined) await record(door, sender.own, refusedWhole(message, unit))
      else strangers.push(dataID?.slice(0, LOGGED_LENGTH) ?? '')
      continue
    }
    if ('sources' in message) count(await recordDecoded(door, unit, message))
    else for (const portion of portionsOf(message)) count(await record(door, unit, portion))
  }
  if (strangers.length > 0) {
    const [dataID] = strangers
    log.warn(
      { door, dataID, units: strangers.length, code: problem?.code, program: sender.id },
      'records of units refused',
    )
  }
  if (taken === 0 && problem !== undefined) throw problem

  async function find(dataID: string | undefined): Promise<KnownUnit | DomainError> {
    try {
      return await sender.unit(dataID)
    } catch (error) {
      if (isDomainError(error) && error.code !== 'server/unavailable') return error
      throw error
    }
  }

  function count({ details: { stored, paused, refused } }: IngestVerdict): void {
    taken += stored + paused
    const [first] = refused
    if (first !== undefined) problem ??= new DomainError(first.code, { message: first.message })
  }
}

/** The first portion has what was refused. */
function* portionsOf(message: DecodedMessage): Generator<DecodedMessage> {
  const { records } = message
  yield { ...message, records: records.slice(0, PORTION) }
  for (let from = PORTION; from < records.length; from += PORTION) {
    yield { ...emptyMessage(), records: records.slice(from, from + PORTION) }
  }
}

function refusedWhole(brought: DecodedMessage | PackedBody, { code, message }: DomainError): DecodedMessage {
  const whole = emptyMessage()
  const reason = { code, message }
  for (const { source, json } of 'sources' in brought ? firstOf(brought) : brought.records) {
    refuse(whole, source, whole.refused.length, reason, () => json)
  }
  const { refused } = brought
  for (const { source, payload } of refused) refuse(whole, source, whole.refused.length, reason, () => payload)
  return whole
}

/** The first records of what a thread decoded, without their fields where these are columns. */
function* firstOf({ sources }: PackedBody): Generator<Pick<SourceRecord, 'source' | 'json'>> {
  let left = MAX_REFUSALS
  for (const { source, count, content } of sources) {
    const lines = 'rows' in content ? content.rows.json.split('\n', left) : []
    for (let index = 0; index < Math.min(count, left); index += 1) yield { source, json: lines[index] ?? '' }
    left -= Math.min(count, left)
  }
}
