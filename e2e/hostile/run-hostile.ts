import type { HostileCase, Target } from './hostile-case.ts'
import { type Health, peakMemory, watchHealth } from './health-watch.ts'
import { faultOf } from './judge.ts'

/** What became of the cases of one kind. */
export interface KindReport {
  readonly kind: string
  readonly cases: number
  /** Of the slowest answer. */
  readonly slowestMs: number
  readonly slowest: string
  readonly health: Health
  /** During which the slowest health check came. */
  readonly worstCase: string
  /** Resident size of the server at most, up to then; undefined where the system does not tell. */
  readonly peakMegabytes: number | undefined
}

export interface HostileReport {
  readonly kinds: readonly KindReport[]
  /** A sentence each; none when the portal stood it all. */
  readonly faults: readonly string[]
  /** The slowest health checks, with the cases that they came during. */
  readonly stalls: readonly Stall[]
}

interface Stall {
  readonly name: string
  readonly ms: number
}

/** Stalls that are told of. */
const STALLS_TOLD = 15

interface Run {
  readonly target: Target
  /** Of the server. */
  readonly pid: number
  readonly cases: readonly HostileCase[]
}

/** Sends every case to a portal, one kind after the other, and asks for its health meanwhile. */
export async function runHostile({ target, pid, cases }: Run): Promise<HostileReport> {
  const watch = watchHealth(target.host, target.httpPort)
  const kinds: KindReport[] = []
  const faults: string[] = []
  const stalls: Stall[] = []
  try {
    await watch.sinceLast()
    for (const [kind, alike] of Map.groupBy(cases, (one) => one.kind)) {
      let [slowestMs, slowest, worstCase] = [0, '', '']
      let health: Health = { worst: 0, answered: 0, failed: 0 }
      for (const one of alike) {
        const began = performance.now()
        const fault = await faultIn(one, target)
        if (fault !== undefined) faults.push(`${kind}: ${one.name}: ${fault}`)
        const took = performance.now() - began
        if (took > slowestMs) [slowestMs, slowest] = [took, one.name]
        const meanwhile = await watch.sinceLast()
        if (meanwhile.worst > health.worst) worstCase = one.name
        stalls.push({ name: `${kind}: ${one.name}`, ms: meanwhile.worst })
        health = addHealth(health, meanwhile)
      }
      if (health.failed > 0) faults.push(`${kind}: ${health.failed} health checks failed`)
      kinds.push({
        kind,
        cases: alike.length,
        slowestMs,
        slowest,
        health,
        worstCase,
        peakMegabytes: await peakMemory(pid),
      })
    }
    const slowestFirst = stalls.toSorted((left, right) => right.ms - left.ms)
    return { kinds, faults, stalls: slowestFirst.slice(0, STALLS_TOLD) }
  } finally {
    await watch.close()
  }
}

function addHealth(one: Health, other: Health): Health {
  return {
    worst: Math.max(one.worst, other.worst),
    answered: one.answered + other.answered,
    failed: one.failed + other.failed,
  }
}

async function faultIn({ expected, send }: HostileCase, target: Target): Promise<string | undefined> {
  try {
    return faultOf(expected, await send(target))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
