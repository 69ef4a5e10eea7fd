import {
  type ImportCounts,
  type ImportLine,
  type ImportSummary,
  ImportVerdict,
} from '@fieldwatch/contract/text/imports'

/** What becomes of some lines. */
interface PlannedLines<Line extends ImportLine> {
  readonly counts: ImportCounts
  readonly lines: readonly Line[]
}

/** Counts the results of the lines of an import, and keeps a limited number of them for the report. */
export function createImportTally<Line extends ImportLine>(mostShown: number) {
  const counts = noneCounted()
  const kept: readonly Line[][] = [[], [], []]
  return {
    add: (plan: PlannedLines<Line>): void => {
      for (const verdict of ImportVerdict.options) counts[verdict] += plan.counts[verdict]
      for (const line of plan.lines) {
        const alike = kept[rankOf(line)]
        if (alike !== undefined && alike.length < mostShown) alike.push(line)
      }
    },

    /** The lines that are not valid, as far as they are kept. */
    invalid: (): readonly Line[] => kept[0] ?? [],

    verdict: (): { counts: ImportCounts; lines: Line[]; linesLeftOut: number } => {
      const lines = kept.flat().slice(0, mostShown)
      const all = ImportVerdict.options.reduce((sum, verdict) => sum + counts[verdict], 0)
      const sorted = lines.toSorted((left, right) => left.line - right.line)
      return { counts, lines: sorted, linesLeftOut: all - lines.length } satisfies ImportSummary<Line>
    },
  }
}

export function noneCounted(): ImportCounts {
  return { created: 0, updated: 0, unchanged: 0, invalid: 0 }
}

/** Sorts bad lines first, then those with a warning. */
function rankOf({ verdict, warnings }: ImportLine): number {
  if (verdict === 'invalid') return 0
  return warnings.length > 0 ? 1 : 2
}
