import { type EventDraft, MOST_EVENT_TABLES } from '@fieldwatch/contract/events'
import { DEFAULT_MAX_GAP_MINUTES, type TemplateDefinition } from '@fieldwatch/contract/templates'
import { DomainError } from '#platform/errors/domain-error.ts'
import { readsAsNumbers, type ListedTypes } from '#records/ingest/field-types.ts'
import type { EventRule } from './event-rule.ts'

/** What a unit has already. */
export interface KnownUnit {
  readonly sources: readonly { readonly name: string; readonly types: ListedTypes }[]
  readonly tables: readonly { readonly name: string }[]
}

/**
 * Whether an event table can be added to a unit.
 * @throws DomainError event/name-taken, event/too-many, request/invalid
 */
export function requireMayAdd(draft: EventDraft, { sources, tables }: KnownUnit): void {
  if (tables.some(({ name }) => name === draft.name)) throw new DomainError('event/name-taken')
  if (tables.length >= MOST_EVENT_TABLES) throw new DomainError('event/too-many')
  const types = new Map(sources.map((source) => [source.name, source.types]))
  const isKnown = ({ source, field }: { source: string; field: string }): boolean =>
    readsAsNumbers(types.get(source)?.[field])
  if (!isKnown(draft.comparison.condition)) throw invalid('comparison', 'Invalid operation value reference')
  const unknown = draft.values.find((value) => !isKnown(value))
  if (unknown === undefined) return
  throw invalid('values', `"${unknown.source}.${unknown.field}" is not a numeric value of this unit.`)
}

/** By what the occurrences of a new event table are found. */
export function ruleOf(draft: EventDraft, template: TemplateDefinition | undefined): EventRule {
  const { comparison, startDate, values, maxGapMinutes } = draft
  const minutes = maxGapMinutes ?? findGapMinutes(template, comparison.condition) ?? DEFAULT_MAX_GAP_MINUTES
  const gapMs = Math.round(minutes * 60_000)
  return { ...comparison.condition, comparison: comparison.text, startAt: startDate, gapMs, values }
}

/** As the charts of the unit break the line of the field, or of another one of the source. */
function findGapMinutes(
  template: TemplateDefinition | undefined,
  { source, field }: EventDraft['comparison']['condition'],
): number | undefined {
  const series = (template?.timeSeries?.charts ?? []).flatMap((chart) => chart.specifications[source] ?? [])
  const own = series.filter((one) => one.field === field)
  return [...own, ...series].find(({ maxGapMinutes }) => maxGapMinutes !== undefined)?.maxGapMinutes
}

function invalid(field: string, message: string): DomainError {
  return new DomainError('request/invalid', { message, details: { fields: { [field]: message } } })
}
