import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { type Matcher, METRIC } from './label-matchers.ts'

/** A field of a source of a unit, as a series of Prometheus. */
interface FieldOfSource {
  readonly dataId: DataId
  /** The name of the unit. */
  readonly name: string
  /** The name of the entity that has the unit; of several in reach the first one. */
  readonly entity: string
  readonly source: SourceName
  readonly field: string
}

export type Labels = ReadonlyMap<string, string>

/** By name, as answers list them. */
export const LABEL_NAMES = [METRIC, 'entity', 'field', 'name', 'source', 'unit'] as const

/** The field of a bare value and of what remote write brings. */
const NAMELESS_FIELD = 'value'

/** The metric of a field: its name, or that of its source where it is just `value`, as remote write stores a metric. */
function metricOf({ source, field }: Pick<FieldOfSource, 'source' | 'field'>): string {
  return (field === NAMELESS_FIELD ? source : field).replaceAll('-', '_')
}

/** `unit` names a unit for remote write, too. */
export function labelsOf(series: FieldOfSource): Labels {
  return new Map([
    [METRIC, metricOf(series)],
    ['entity', series.entity],
    ['field', series.field],
    ['name', series.name],
    ['source', series.source],
    ['unit', series.dataId],
  ])
}

/** Whether a series is one that a selector asks for. */
export function isMatch(matchers: readonly Matcher[], labels: Labels): boolean {
  return matchers.every(({ label, matches }) => matches(labels.get(label) ?? ''))
}

/** The values that all matchers of a label allow; undefined: any. */
export function valuesOf(matchers: readonly Matcher[], label: string): readonly string[] | undefined {
  const lists = matchers.flatMap((matcher) =>
    matcher.label === label && matcher.values !== undefined ? [matcher.values] : [],
  )
  const [first, ...others] = lists
  return first?.filter((value) => others.every((list) => list.includes(value)))
}

/** Two sets of labels are equal when their keys are. */
export function keyOf(labels: Labels): string {
  return JSON.stringify([...labels].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
