import { say } from '@fieldwatch/messages/server-sentences'
import {
  DISTANCE_VALUE,
  parkedByOfField,
  PLACE_VALUE,
  placeOfField,
} from '@fieldwatch/contract/places/place-conditions'
import { isJourneyValue, journeyOfField, STOP_VALUE, TRIP_VALUES } from '@fieldwatch/contract/places/trip-conditions'
import {
  type EventDraft,
  type GAP_ORIGINS,
  MOST_EVENT_TABLES,
  MOST_EVENT_VALUES,
} from '@fieldwatch/contract/events/events'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { DEFAULT_MAX_GAP_MINUTES } from '@fieldwatch/contract/widgets/chart'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import { readsAsNumbers, type ListedTypes } from '#doors/ingest/field-types.ts'
import { type EventRule, type EventValue, sourcesOfRule } from './event-rule.ts'

/** A week: after a longer silence no one knows where a unit was. */
const PLACE_GAP_MINUTES = 7 * 24 * 60

/** On the way an hour without positions ends a trip. */
const TRIP_GAP_MINUTES = 60

/** The parts of a rule that change; what is left out stays. */
export interface EventChange {
  readonly comparison?: EventDraft['comparison'] | undefined
  readonly startDate?: number | undefined
  readonly values?: EventDraft['values'] | undefined
  readonly maxGapMinutes?: number | undefined
}

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
  requireKnown(draft, sources)
}

/**
 * Whether a unit has what an event table reads; what is left out is not looked at.
 * @throws DomainError request/invalid
 */
export function requireKnown({ comparison, values = [] }: EventChange, sources: KnownUnit['sources']): void {
  const types = new Map(sources.map((source) => [source.name, source.types]))
  const typeOf = ({ source, field }: { source: string; field: string }) => types.get(source)?.[field]
  if (comparison !== undefined && !comparedFields(comparison.condition).every((one) => readsAsNumbers(typeOf(one))))
    throw invalidField('comparison', 'Invalid operation value reference')
  const unknown = values.find((value) => typeOf(value) === undefined && !isOfPlaces(value))
  if (unknown === undefined) return
  throw invalidField('values', say('answers.not-value', { name: `${unknown.source}.${unknown.field}` }))
}

/** What a comparison reads: of a condition on places the position. */
function comparedFields({ source, field }: EventDraft['comparison']['condition']): { source: string; field: string }[] {
  const ignition = journeyOfField(field)?.settings.ignition
  const isOnPositions = placeOfField(field) !== undefined || journeyOfField(field) !== undefined
  const fields = isOnPositions ? ['lat', 'lon'] : [field]
  const parkedBy = parkedByOfField(field)
  if (parkedBy !== undefined) fields.push(parkedBy)
  return [...fields.map((one) => ({ source, field: one })), ...(ignition === undefined ? [] : [ignition])]
}

/** Whether a value is found with the occurrences of a condition on places, or with trips. */
function isOfPlaces({ field }: { readonly field: string }): boolean {
  return field === PLACE_VALUE || field === DISTANCE_VALUE || isJourneyValue(field)
}

/** The values that are found with the occurrences of a condition. */
function foundValues(field: string): readonly string[] {
  const journey = journeyOfField(field)
  if (journey !== undefined) return journey.kind === 'trips' ? TRIP_VALUES : [STOP_VALUE]
  return placeOfField(field) === undefined ? [] : [PLACE_VALUE, DISTANCE_VALUE]
}

/** The values of an event table: one on places or trips has all that are found with it, unless one of them is chosen, and others have none. */
function valuesOf({ source, field }: EventValue, values: EventRule['values']): EventRule['values'] {
  const found = foundValues(field)
  const known = values.filter((value) => !isOfPlaces(value) || found.includes(value.field))
  if (known.some(isOfPlaces)) return known
  return [...found.map((one) => ({ source, field: one })), ...known].slice(0, MOST_EVENT_VALUES)
}

/** The sources that an event table uses. */
export function sourcesOf(rule: Pick<EventRule, 'source' | 'field' | 'values'>): string[] {
  return sourcesOfRule(rule)
}

/** By what the occurrences of a new event table are found. */
export function ruleOf(draft: EventDraft, maxGapMinutes: number): EventRule {
  const { comparison, startDate } = draft
  const [gapMs, values] = [gapMsOf(maxGapMinutes), valuesOf(comparison.condition, draft.values)]
  return { ...comparison.condition, comparison: comparison.text, startAt: startDate, gapMs, values }
}

/** The rule of an event table after a change. */
export function changedRule(
  before: EventRule,
  { comparison, startDate, values, maxGapMinutes }: EventChange,
): EventRule {
  const { source, field, operator, constant } = comparison?.condition ?? before
  return {
    source,
    field,
    operator,
    constant,
    comparison: comparison?.text ?? before.comparison,
    startAt: startDate ?? before.startAt,
    values: comparison === undefined ? (values ?? before.values) : valuesOf({ source, field }, values ?? before.values),
    gapMs: maxGapMinutes === undefined ? before.gapMs : gapMsOf(maxGapMinutes),
  }
}

/** After how long without data an occurrence ends: as was learned, as the charts of the unit break the line, or as all charts do. */
export function gapOf(
  learnedMinutes: number | undefined,
  template: TemplateDefinition | undefined,
  value: EventValue,
): { maxGapMinutes: number; origin: (typeof GAP_ORIGINS)[number] } {
  if (journeyOfField(value.field)?.kind === 'trips') return { maxGapMinutes: TRIP_GAP_MINUTES, origin: 'standard' }
  // A unit that is parked may be silent for days.
  if (journeyOfField(value.field) !== undefined) return { maxGapMinutes: PLACE_GAP_MINUTES, origin: 'standard' }
  if (placeOfField(value.field) !== undefined) return { maxGapMinutes: PLACE_GAP_MINUTES, origin: 'standard' }
  if (learnedMinutes !== undefined) return { maxGapMinutes: learnedMinutes, origin: 'learned' }
  const ofChart = findGapMinutes(template, value)
  if (ofChart !== undefined) return { maxGapMinutes: ofChart, origin: 'chart' }
  return { maxGapMinutes: DEFAULT_MAX_GAP_MINUTES, origin: 'standard' }
}

function gapMsOf(minutes: number): number {
  return Math.round(minutes * 60_000)
}

/** As the charts of the unit break the line of the field, or of another one of the source. */
function findGapMinutes(template: TemplateDefinition | undefined, { source, field }: EventValue): number | undefined {
  const series = (template?.timeSeries?.charts ?? []).flatMap((chart) => chart.specifications[source] ?? [])
  const own = series.filter((one) => one.field === field)
  return [...own, ...series].find(({ maxGapMinutes }) => maxGapMinutes !== undefined)?.maxGapMinutes
}
