import type { SourceName } from '@fieldwatch/contract/ids'
import type { PausedDataChange } from '@fieldwatch/contract/units'

type Change = Pick<PausedDataChange, 'pause' | 'resume' | 'pausedData'>

/** The paused collections of a unit after a change, in the order in which they were paused. */
export function pausedAfter(before: readonly string[], { pause = [], resume = [], pausedData }: Change): SourceName[] {
  const gone = new Set<string>(resume)
  const kept = (before as SourceName[]).filter((name) => !gone.has(name))
  return [...new Set(pausedData ?? [...kept, ...pause])]
}
