import { z } from 'zod'
import type { Link } from '../link.ts'
import { MINUTE } from '../signals/numbers.ts'
import { clockSkew } from './clock-skew.ts'
import { duplicates } from './duplicates.ts'
import { lateBurst } from './late-burst.ts'
import { malformedPayloads } from './malformed-payloads.ts'
import { silence } from './silence.ts'

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
