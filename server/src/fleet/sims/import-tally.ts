import {
  SIM_LINES_TOLD,
  SIM_VERDICTS,
  type SimImport,
  type SimImportLine,
  type SimVerdict,
} from '@fieldwatch/contract/sims'
import type { ImportPlan } from './plan-import.ts'

/** Adds up what becomes of the lines of an import, and keeps those that a person is told of. */
export function createImportTally() {
  const counts = Object.fromEntries(SIM_VERDICTS.map((verdict) => [verdict, 0])) as Record<SimVerdict, number>
  const kept: readonly SimImportLine[][] = [[], [], []]
  return {
    add: (plan: Pick<ImportPlan, 'counts' | 'lines'>): void => {
      for (const verdict of SIM_VERDICTS) counts[verdict] += plan.counts[verdict]
      for (const line of plan.lines) {
        const alike = kept[rankOf(line)]
        if (alike !== undefined && alike.length < SIM_LINES_TOLD) alike.push(line)
      }
    },

    /** The lines that are not valid, as far as they are kept. */
    invalid: (): readonly SimImportLine[] => kept[0] ?? [],

    verdict: (): Pick<SimImport, 'counts' | 'lines' | 'linesLeftOut'> => {
      const lines = kept.flat().slice(0, SIM_LINES_TOLD)
      const all = SIM_VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0)
      return {
        counts,
        lines: lines.toSorted((left, right) => left.line - right.line),
        linesLeftOut: all - lines.length,
      }
    },
  }
}

/** Sorts bad lines first, then those with a warning. */
function rankOf({ verdict, warnings }: SimImportLine): number {
  if (verdict === 'invalid') return 0
  return warnings.length > 0 ? 1 : 2
}
