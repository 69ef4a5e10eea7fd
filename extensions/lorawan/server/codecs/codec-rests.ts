import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Clock } from '@fieldwatch/server/platform/time/clock'

/** A vendor's codec, and whose it is. */
export interface Codec {
  /** JavaScript. */
  readonly code: string
  /** The template that has it, or who tries it. */
  readonly owner: string
  /** The entity whose admins entered it. */
  readonly entity: EntityId
}

/** Runs that used up their time within a minute, after which a codec rests. */
const OVERRUNS = 2
/** The same of all codecs of an entity together. */
const OVERRUNS_OF_ENTITY = 10
const REST_MS = MINUTE_MS

interface Overruns {
  /** The code that ran: a codec that was changed starts from zero. Undefined for an entity. */
  readonly code: string | undefined
  /** When, in epoch milliseconds; none is older than a minute when they are looked at. */
  readonly times: readonly number[]
}

/**
 * Which codecs rest, because they used up the time of others. Codecs rest on each server by themselves, and a change of a codec ends its rest,
 * but not that of its entity.
 */
export function createCodecRests(clock: Clock) {
  const overruns = new Map<string, Overruns>()
  return {
    isResting: ({ code, owner, entity }: Codec): boolean =>
      recent(`codec ${owner}`, code).length >= OVERRUNS ||
      recent(`entity ${entity}`, undefined).length >= OVERRUNS_OF_ENTITY,

    /** Notes a run that used up its time. */
    noteOverrun: ({ code, owner, entity }: Codec): void => {
      note(`codec ${owner}`, code)
      note(`entity ${entity}`, undefined)
    },
  }

  function note(key: string, code: string | undefined): void {
    for (const [old, { times }] of overruns) if (times.every((at) => at <= clock() - REST_MS)) overruns.delete(old)
    overruns.set(key, { code, times: [...recent(key, code), clock()] })
  }

  function recent(key: string, code: string | undefined): readonly number[] {
    const known = overruns.get(key)
    if (known === undefined || known.code !== code) return []
    return known.times.filter((at) => at > clock() - REST_MS && at <= clock())
  }
}
