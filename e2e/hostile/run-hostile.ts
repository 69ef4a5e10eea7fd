import type { HostileCase, Target } from './hostile-case.ts'
import { peakMemory, slowest, watchHealth } from './health-watch.ts'
import { faultOf } from './judge.ts'

/** What became of the cases of one kind. */
export interface KindReport {
  readonly kind: string
  readonly cases: number
  /** The time of the slowest answer. */
  readonly slowestMs: number
  readonly slowest: string
  /** The times of all health checks in the meantime, in milliseconds. */
  readonly times: readonly number[]
  /** During which the slowest health check came. */
  readonly worstCase: string
  /** The longest CPU time of the main thread in one round of its event loop; undefined where that is not measured. */
  readonly stretchMs: number | undefined
  /** Resident size of the server at most, up to then; undefined where the system does not tell. */
  readonly peakMegabytes: number | undefined
}

export interface HostileReport {
  readonly kinds: readonly KindReport[]
  /** A sentence each; none when the portal stood it all. */
  readonly faults: readonly string[]
  /** The cases with the slowest health checks. */
  readonly stalls: readonly Stall[]
  /** The cases with the longest CPU times of the main thread. */
  readonly stretches: readonly Stall[]
}

interface Stall {
  readonly name: string
  readonly ms: number
}

/** Stalls that are reported. */
const STALLS_SHOWN = 15

interface Run {
  readonly target: Target
  /** The process id of the server. */
  readonly pid: number
  readonly cases: readonly HostileCase[]
  /** Milliseconds of the longest CPU time of the main thread since the last time; left out where that is not measured. */
  readonly readStretch?: () => Promise<number>
}

/** Sends every case to a portal, one kind after the other, and asks for its health in the meantime. */
export async function runHostile({ target, pid, cases, readStretch }: Run): Promise<HostileReport> {
  const watch = watchHealth(target.host, target.httpPort)
  const kinds: KindReport[] = []
  const faults: string[] = []
  const stalls: Stall[] = []
  const stretches: Stall[] = []
  try {
    await watch.sinceLast()
    await readStretch?.()
    for (const [kind, alike] of Map.groupBy(cases, (one) => one.kind)) {
      let [slowestMs, slowestCase, worstCase] = [0, '', '']
      const times: number[] = []
      const longest: number[] = []
      let failed = 0
      for (const one of alike) {
        const began = performance.now()
        const fault = await faultIn(one, target)
        if (fault !== undefined) faults.push(`${kind}: ${one.name}: ${fault}`)
        const took = performance.now() - began
        if (took > slowestMs) [slowestMs, slowestCase] = [took, one.name]
        const measured = await watch.sinceLast()
        const worst = slowest(measured.times)
        if (worst > slowest(times)) worstCase = one.name
        stalls.push({ name: `${kind}: ${one.name}`, ms: worst })
        times.push(...measured.times)
        failed += measured.failed
        const stretch = await readStretch?.()
        if (stretch === undefined) continue
        longest.push(stretch)
        stretches.push({ name: `${kind}: ${one.name}`, ms: stretch })
      }
      if (failed > 0) faults.push(`${kind}: ${failed} health checks failed`)
      kinds.push({
        kind,
        cases: alike.length,
        slowestMs,
        slowest: slowestCase,
        times,
        worstCase,
        stretchMs: readStretch && Math.max(0, ...longest),
        peakMegabytes: await peakMemory(pid),
      })
    }
    return { kinds, faults, stalls: longestOf(stalls), stretches: longestOf(stretches) }
  } finally {
    await watch.close()
  }
}

function longestOf(stalls: readonly Stall[]): Stall[] {
  return stalls.toSorted((left, right) => right.ms - left.ms).slice(0, STALLS_SHOWN)
}

async function faultIn({ expected, send }: HostileCase, target: Target): Promise<string | undefined> {
  try {
    return faultOf(expected, await send(target))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
