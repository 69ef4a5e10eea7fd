import { ERRORS } from '@fieldwatch/contract/errors'
import type { PackedBody } from '#chunk-store/chunk-tasks.ts'
import { type DecodedMessage, excerptOf, MAX_REFUSALS, type Refusal } from './decode-message.ts'

const CODE = 'record/source-calculated' as const

/** A message without the records that a unit sent to sources which the portal computes: these are refused. */
export function refuseCalculated(message: DecodedMessage, calculated: ReadonlySet<string>): DecodedMessage {
  if (calculated.size === 0 || !message.records.some(({ source }) => calculated.has(source))) return message
  const refused = [...message.refused]
  const places = new Map<string, number>()
  const records = message.records.filter(({ source, fields }) => {
    if (!calculated.has(source)) return true
    const index = places.get(source) ?? 0
    places.set(source, index + 1)
    if (refused.length < MAX_REFUSALS) {
      refused.push({ source, index, code: CODE, message: ERRORS[CODE], payload: excerptOf(fields)() })
    }
    return false
  })
  const count = message.records.length - records.length
  return { records, refused, refusedByCode: new Map([...message.refusedByCode, [CODE, count]]) }
}

/** The same for a body that another thread decoded: what is refused is not there to be shown any more. */
export function refuseCalculatedSources(body: PackedBody, calculated: ReadonlySet<string>): Sources {
  const { sources, refused, refusedByCode } = body
  const taken = sources.filter(({ source }) => calculated.has(source))
  if (taken.length === 0) return { sources, refused: [...refused], refusedByCode }
  const added = taken.flatMap(({ source, count }) =>
    Array.from({ length: Math.min(count, MAX_REFUSALS) }, (_, index) => ({
      source,
      index,
      code: CODE,
      message: ERRORS[CODE],
      payload: '',
    })),
  )
  const count = taken.reduce((sum, columns) => sum + columns.count, 0)
  return {
    sources: sources.filter(({ source }) => !calculated.has(source)),
    refused: [...refused, ...added].slice(0, MAX_REFUSALS),
    refusedByCode: new Map([...refusedByCode, [CODE, count]]),
  }
}

interface Sources extends Omit<PackedBody, 'refused'> {
  readonly refused: Refusal[]
}
