import type { ValueCondition } from '@fieldwatch/contract/calculations/conditions'
import { journeyOfField } from '@fieldwatch/contract/places/trip-conditions'
import type { SourceName } from '@fieldwatch/contract/api/ids'

/** What occurrences are found by. */
export interface EventRule extends ValueCondition {
  /** The condition as it was written. */
  readonly comparison: string
  /** Epoch milliseconds. */
  readonly startAt: number
  /** A longer silence of the source ends an occurrence. */
  readonly gapMs: number
  /** What becomes columns of the occurrences. */
  readonly values: readonly EventValue[]
}

export interface EventValue {
  readonly source: SourceName
  readonly field: string
}

/** All sources that are read for it. */
export function sourcesOfRule({ source, field, values }: Pick<EventRule, 'source' | 'field' | 'values'>): SourceName[] {
  const ignition = journeyOfField(field)?.settings.ignition
  const named = ignition === undefined ? [] : [ignition.source as SourceName]
  return [...new Set([source, ...values.map((value) => value.source), ...named])]
}
