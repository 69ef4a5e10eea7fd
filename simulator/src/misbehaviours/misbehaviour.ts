import { z } from 'zod'
import type { Link } from '../link.ts'
import { MINUTE } from '../signals/numbers.ts'
import { type SimulatedRecord, toMessage } from '../generator.ts'

const Recurring = { everyMinutes: z.number().positive(), forMinutes: z.number().positive() }
const Every = { every: z.number().int().min(1) }

/** What is wrong with a unit. */
export const Misbehaviour = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('late-burst'), ...Recurring }),
  z.object({ kind: z.literal('silence'), ...Recurring }),
  z.object({ kind: z.literal('clock-skew'), seconds: z.number() }),
  z.object({ kind: z.literal('duplicates'), ...Every }),
  z.object({ kind: z.literal('malformed-payloads'), ...Every }),
])
export type Misbehaviour = z.infer<typeof Misbehaviour>

/** Wraps a link in misbehaviours, the first one nearest to the unit. */
export function misbehave(link: Link, misbehaviours: readonly Misbehaviour[]): Link {
  return misbehaviours.reduceRight(install, link)
}

function install(link: Link, misbehaviour: Misbehaviour): Link {
  switch (misbehaviour.kind) {
    case 'late-burst':
      return lateBurst(link, recurring(misbehaviour))
    case 'silence':
      return silence(link, recurring(misbehaviour))
    case 'clock-skew':
      return clockSkew(link, misbehaviour.seconds * 1000)
    case 'duplicates':
      return duplicates(link, misbehaviour.every)
    default:
      return malformedPayloads(link, misbehaviour.every)
  }
}

function recurring({ everyMinutes, forMinutes }: { everyMinutes: number; forMinutes: number }) {
  return (at: number): boolean => at % (everyMinutes * MINUTE) < forMinutes * MINUTE
}

/** The unit's clock is fast by so many milliseconds, or slow when they are negative. */
function clockSkew(link: Link, milliseconds: number): Link {
  return { ...link, send: (record) => link.send({ ...record, at: record.at + milliseconds }) }
}

/** The unit is connected and says nothing while `isSilent`; what it measured in the meantime is lost. */
function silence(link: Link, isSilent: (at: number) => boolean): Link {
  return {
    ...link,
    send: async (record) => {
      if (!isSilent(record.at)) await link.send(record)
    },
  }
}

/** Sends every `every`-th record twice, as a unit does that missed an acknowledgement. */
function duplicates(link: Link, every: number): Link {
  let sent = 0
  return {
    ...link,
    send: async (record) => {
      sent += 1
      await link.send(record)
      if (sent % every === 0) await link.send(record)
    },
  }
}

/** While it is out of reach (`isAway`), the unit keeps its records; back again, it sends them all at once, oldest first. */
function lateBurst(link: Link, isAway: (at: number) => boolean): Link {
  const kept: SimulatedRecord[] = []
  return {
    ...link,
    send: async (record) => {
      kept.push(record)
      if (isAway(record.at)) return
      await Promise.all(kept.splice(0).map((late) => link.send(late)))
    },
  }
}

/** What broken firmware makes of a message. */
const BREAKAGES: readonly ((message: string) => string)[] = [
  (message) => message.slice(0, Math.ceil(message.length / 2)),
  (message) => message.replaceAll('"', ''),
  (message) => message.replace(/"messageUTC":"[^"]*"/, '"messageUTC":"yesterday"'),
  (message) => message.replace(/"messageUTC":"\d{4}/, '"messageUTC":"2999'),
  (message) => message.replace('{', '{"bad name!":1,'),
  () => '"ready"',
  () => '',
]

/** Breaks every `every`-th record on its way, each time in another manner. */
function malformedPayloads(link: Link, every: number): Link {
  let sent = 0
  let broken = 0
  return {
    ...link,
    send: async (record) => {
      sent += 1
      if (sent % every !== 0) return link.send(record)
      const breakage = BREAKAGES[broken % BREAKAGES.length]
      broken += 1
      const message = JSON.stringify(toMessage(record))
      return link.sendRaw(record.source, breakage?.(message) ?? '')
    },
  }
}
