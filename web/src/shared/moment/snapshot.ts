import { MOST_STATE_UNITS, type UnitState } from '@fieldwatch/contract/replay/state'
import type { CurrentData } from '@fieldwatch/contract/telemetry/data'
import type { Known } from './replay-address.ts'

/** What a page needs of a source at a moment: so many of the last records, and the latest values of fields. */
export interface SourceNeed {
  readonly limit: number
  readonly fields: readonly string[]
}

/** What a page shows of a moment. */
export interface Subject {
  /** At most `MOST_STATE_UNITS`. */
  readonly dataIds: readonly string[]
  /** What is needed of the one unit, or of all of them, by the name of the source. */
  readonly needs: ReadonlyMap<string, SourceNeed>
}

/** What was true at a moment. */
export interface Snapshot {
  readonly at: number
  readonly known: Known
  /** The sources whose records are known. */
  readonly needs: ReadonlyMap<string, SourceNeed>
  /** By dataID. */
  readonly units: ReadonlyMap<string, UnitState>
  /** What the sources of the one unit of a page said, where the last record alone does not say it. By name. */
  readonly sources: ReadonlyMap<string, CurrentData>
}

/** All that the parts of a page show together. */
export function joinSubjects(subjects: Iterable<Subject>): Subject {
  const dataIds = new Set<string>()
  const needs = new Map<string, SourceNeed>()
  for (const subject of subjects) {
    for (const dataId of subject.dataIds) dataIds.add(dataId)
    for (const [source, { limit, fields }] of subject.needs) {
      const before = needs.get(source)
      const all = [...new Set([...(before?.fields ?? []), ...fields])]
      needs.set(source, { limit: Math.max(limit, before?.limit ?? 0), fields: all })
    }
  }
  return { dataIds: [...dataIds].slice(0, MOST_STATE_UNITS), needs }
}

export function isSameSubject(one: Subject, other: Subject): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ dataIds, needs }: Subject): string {
  return JSON.stringify([dataIds, [...needs]])
}
