import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { SourceGenerator } from '@fieldwatch/simulator/generator'

export const HISTORY_DAYS = 30

/** A stretch of history of one source. */
export interface Stretch {
  readonly source: SourceGenerator
  readonly from: number
  readonly to: number
  readonly stepSeconds: number
}

/** How far apart records of the past are: far back, and in the last 24 hours, which people look at first. */
function spacing(liveSeconds: number): { far: number; near: number } {
  if (liveSeconds <= 20) return { far: 150, near: 30 }
  return liveSeconds <= 60 ? { far: 600, near: 120 } : { far: 6 * 3600, near: 3600 }
}

/** The stretches of a source to fill between `from` and `to`; the same arguments give the same records. */
export function planHistory(source: SourceGenerator, from: number, to: number, now: number): Stretch[] {
  const { far, near } = spacing(source.liveSeconds)
  const turn = Math.min(Math.max(now - DAY_MS, from), to)
  const stretches = [
    { source, from, to: turn, stepSeconds: far },
    { source, from: turn, to, stepSeconds: near },
  ]
  return stretches.filter((stretch) => stretch.from < stretch.to)
}

/** About how many records a stretch has; irregular events are not counted. */
export function countRecords({ from, to, stepSeconds }: Stretch): number {
  return Math.ceil((to - from) / (stepSeconds * 1000))
}
