import { applyMapping, type MappedRecord } from '../contract/apply-mapping.ts'
import type { Mapping, MappingReason } from '../contract/mappings.ts'
import type { DecodedMessage, SourceRecord } from '@fieldwatch/server/doors/ingest/decode-message'
import { decodeRecord } from '@fieldwatch/server/doors/ingest/decode-record'
import type { KnownUnit } from '@fieldwatch/server/doors/ingest/unit-authenticator'
import type { RecordTogether } from '@fieldwatch/server/doors/senders/record-at-door'
import type { TextMessage } from '@fieldwatch/server/doors/senders/unknown-messages'
import { isDomainError } from '@fieldwatch/server/platform/errors/domain-error'

/** The unit of a name; without one, the unit that sent the message. @throws DomainError when there is none for the sender */
export type FindUnit = (name: string | undefined) => Promise<KnownUnit>

interface Parts {
  readonly recordTogether: RecordTogether
  readonly findUnit: FindUnit
  /** Records without a time get that of their message, not the next free one. */
  readonly keepsArrival: boolean
}

type MappedOutcome =
  | { readonly kind: 'stored'; readonly count: number }
  | { readonly kind: 'other-topic' }
  | { readonly kind: 'refused'; readonly reason: MappingReason }

/**
 * Stores what a mapping makes of a message in one commit, for several units too: nothing of it unless all of it can be. Resolves after the
 * commit.
 */
export async function storeMapped(
  { recordTogether, findUnit, keepsArrival }: Parts,
  mapping: Mapping,
  message: TextMessage,
): Promise<MappedOutcome> {
  const result = applyMapping(mapping, message)
  if (result.kind !== 'records') return result
  const decoded = decodeAll(result.records, message, keepsArrival)
  if (decoded === undefined) return { kind: 'refused', reason: 'record-refused' }
  const units = await findUnits([...decoded.keys()], findUnit)
  if (units === undefined) return { kind: 'refused', reason: 'unit-unknown' }
  await recordTogether(
    'json',
    Array.from(units, ([name, unit]) => ({ unit, message: messageOf(decoded.get(name) ?? []) })),
  )
  return { kind: 'stored', count: result.records.length }
}

function messageOf(records: SourceRecord[]): DecodedMessage {
  return { records, refused: [], refusedByCode: new Map() }
}

type ByUnit<Value> = Map<string | undefined, Value>

/** The records of each unit; undefined when one of them cannot be stored. */
function decodeAll(
  records: readonly MappedRecord[],
  { arrivedAt }: TextMessage,
  keepsArrival: boolean,
): ByUnit<SourceRecord[]> | undefined {
  const byUnit: ByUnit<SourceRecord[]> = new Map()
  const times = new Set<string>()
  for (const { unit, source, at, fields } of records) {
    const time = at ?? (keepsArrival ? nextFree(times, `${unit}/${source}`, arrivedAt) : undefined)
    const given = time === undefined ? fields : { ...fields, messageUTC: new Date(time).toISOString() }
    const record = decodeRecord(given, arrivedAt)
    if (typeof record === 'string') return undefined
    const own = byUnit.get(unit) ?? []
    byUnit.set(unit, own)
    own.push({ source, ...record })
  }
  return byUnit
}

/** Records of a list that arrived together must not replace one another. */
function nextFree(taken: Set<string>, place: string, from: number): number {
  let at = from
  while (taken.has(`${place}/${at}`)) at += 1
  taken.add(`${place}/${at}`)
  return at
}

async function findUnits(
  names: readonly (string | undefined)[],
  findUnit: FindUnit,
): Promise<ByUnit<KnownUnit> | undefined> {
  const units: ByUnit<KnownUnit> = new Map()
  for (const name of names) {
    try {
      units.set(name, await findUnit(name))
    } catch (error) {
      if (!isDomainError(error) || error.code.startsWith('server/')) throw error
      return undefined
    }
  }
  return units
}
