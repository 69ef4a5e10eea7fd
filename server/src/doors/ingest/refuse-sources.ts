import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import type { PackedBody } from './body-tasks.ts'
import { type DecodedMessage, excerptOf, MAX_REFUSALS, type Reason, type Refusal } from './decode-message.ts'

/** Why nothing can be sent to sources that the portal computes. */
export const CALCULATED: Reason = { code: 'record/source-calculated' }

/** A message without the records of some sources: these are refused. */
export function refuseSources(message: DecodedMessage, sources: ReadonlySet<string>, reason: Reason): DecodedMessage {
  if (sources.size === 0 || !message.records.some(({ source }) => sources.has(source))) return message
  const refused = [...message.refused]
  const places = new Map<string, number>()
  const records = message.records.filter(({ source, fields }) => {
    if (!sources.has(source)) return true
    const index = places.get(source) ?? 0
    places.set(source, index + 1)
    if (refused.length < MAX_REFUSALS) refused.push(refusalOf({ source, index, payload: excerptOf(fields)() }, reason))
    return false
  })
  const count = message.records.length - records.length
  return { ...message, records, refused, refusedByCode: new Map([...message.refusedByCode, [reason.code, count]]) }
}

/** As `refuseSources`, for a body that another thread decoded; the refused records cannot be quoted. */
export function refuseSourcesOfBody<Body extends PackedBody>(
  body: Body,
  sources: ReadonlySet<string>,
  reason: Reason,
): PackedBody {
  const taken = body.sources.filter(({ source }) => sources.has(source))
  if (taken.length === 0) return body
  const added = taken.flatMap(({ source, count }) =>
    Array.from({ length: Math.min(count, MAX_REFUSALS) }, (_, index) =>
      refusalOf({ source, index, payload: '' }, reason),
    ),
  )
  const count = taken.reduce((sum, records) => sum + records.count, 0)
  return {
    sources: body.sources.filter(({ source }) => !sources.has(source)),
    refused: [...body.refused, ...added].slice(0, MAX_REFUSALS),
    refusedByCode: new Map([...body.refusedByCode, [reason.code, count]]),
  }
}

function refusalOf(
  what: Pick<Refusal, 'source' | 'index' | 'payload'>,
  { code, message = sentenceOfCode(code) }: Reason,
): Refusal {
  return { ...what, code, message }
}
