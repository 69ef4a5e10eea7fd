import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { writeSentence } from '#platform/texts/write-sentence.ts'
import { decimalSeparator } from '@fieldwatch/contract/text/text-locale'
import { numberOfText, textOfNumber } from '#ui/components/number-text.ts'
import { nameOfValue } from '@fieldwatch/contract/calculations/calculation-rules'
import { parkedByOfField, placeComparisonOf, placeOfField } from '@fieldwatch/contract/places/place-conditions'
import {
  fieldOfJourney,
  JOURNEY_BOUND,
  journeyComparisonOf,
  journeyOfField,
  STANDARD_TRIP_SETTINGS,
} from '@fieldwatch/contract/places/trip-conditions'
import { parseComparison, parseReference } from '@fieldwatch/contract/calculations/conditions'
import { type FilterOperator, readsAsNumber } from '@fieldwatch/contract/telemetry/data'
import { EventDraft, type EventTable } from '@fieldwatch/contract/events/events'
import type { z } from 'zod'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { skippedStart } from '#shared/calculations/calculation-form.ts'
import { enteredMoment, localMoment } from '#shared/time-range/entered-moment.ts'
import type { UnitSources } from '#shared/units/source-choices.ts'
import { t } from './texts.ts'

/** What an event table can look for. */
export const CONDITION_KINDS = ['value', 'place', 'journey'] as const
export type ConditionKind = (typeof CONDITION_KINDS)[number]

/** What the form of a new event table has at first. */
export interface EventForm {
  readonly name: string
  /** Places and journeys are read from positions; `field` has what is looked for. */
  readonly kind: ConditionKind
  readonly source: string
  readonly field: string
  readonly operation: FilterOperator | ''
  readonly constant: string
  /** As an input of a date and a time has it, in the zone of the browser. */
  readonly startDate: string
  /** Minutes without data; empty where the portal learns them. */
  readonly maxGapMinutes: string
  /** What becomes columns, as `source.field`. */
  readonly values: readonly string[]
}

/** A form for a table of the last week and what follows. */
export function emptyEventForm(now: number): EventForm {
  const startDate = localMoment(now - 7 * DAY_MS)
  return { name: '', ...startOfKind('value', ''), constant: '', startDate, maxGapMinutes: '', values: [] }
}

/** What a form has of a condition when its kind is chosen. */
export function startOfKind(
  kind: ConditionKind,
  positions: string,
): Pick<EventForm, 'kind' | 'source' | 'field' | 'operation'> {
  if (kind === 'value') return { kind, source: '', field: '', operation: '' }
  if (kind === 'place') return { kind, source: positions, field: '', operation: '' }
  const field = fieldOfJourney({ kind: 'trips', settings: STANDARD_TRIP_SETTINGS })
  return { kind, source: positions, field, operation: JOURNEY_BOUND.operator }
}

/** The form of a table that is there. */
export function formOfTable({ title, comparison, startDate, maxGapMinutes, values }: EventTable): EventForm {
  const { condition } = parseComparison(comparison)
  return {
    name: title,
    kind: kindOfField(condition?.field ?? ''),
    source: condition?.source ?? '',
    field: condition?.field ?? '',
    operation: condition?.operator ?? '',
    constant: condition === undefined ? '' : textOfNumber(condition.constant),
    startDate: localMoment(Date.parse(startDate)),
    maxGapMinutes: textOfNumber(maxGapMinutes),
    values: values.map(nameOfValue),
  }
}

function kindOfField(field: string): ConditionKind {
  if (placeOfField(field) !== undefined) return 'place'
  return journeyOfField(field) === undefined ? 'value' : 'journey'
}

/** The fields of a table that a form changes: the rest is not sent. */
export function eventChangeOf(form: EventForm, table: EventTable) {
  const before = formOfTable(table)
  const { comparison, startDate, values, maxGapMinutes } = eventDraftOf(form)
  const { version } = table
  const isSame = (field: keyof EventForm): boolean => String(form[field]) === String(before[field])
  const isSameCondition = (['source', 'field', 'operation', 'constant'] as const).every(isSame)
  return {
    ...(isSameCondition ? {} : { comparison }),
    ...(isSame('startDate') ? {} : { startDate }),
    ...(isSame('values') ? {} : { values: values ?? [] }),
    ...(isSame('maxGapMinutes') || maxGapMinutes === undefined ? {} : { maxGapMinutes }),
    version,
  }
}

/** What is sent for a form. */
export function eventDraftOf(form: EventForm): z.input<typeof EventDraft> {
  const { name, startDate, values } = form
  const gap = numberOfText(form.maxGapMinutes)
  const time = enteredMoment(startDate)
  return {
    name,
    comparison: comparisonOf(form),
    startDate: time?.kind === 'moment' ? new Date(time.at).toISOString() : '',
    values: values.map((value) => parseReference(value) ?? { source: value, field: '' }),
    ...(gap === '' ? {} : { maxGapMinutes: gap }),
  }
}

/** What is wrong with a form, by field (specification, document 2, section 5). */
export function eventProblems(
  form: EventForm,
  sources: UnitSources,
  timeFormat: TimeFormat = '24Hour',
): Partial<Record<keyof EventForm, string>> {
  const problems: Partial<Record<keyof EventForm, string>> = {}
  for (const { path, message } of EventDraft.safeParse(eventDraftOf(form)).error?.issues ?? []) {
    const field = path[0]
    if (field === 'name' || field === 'startDate' || field === 'values') problems[field] ??= writeSentence(message)
    if (field === 'maxGapMinutes')
      problems[field] ??= Number.isNaN(numberOfText(form.maxGapMinutes))
        ? t('events.invalid.minutes')
        : writeSentence(message)
  }
  const skipped = skippedStart(form.startDate, timeFormat)
  if (skipped !== undefined) problems.startDate = skipped
  return { ...problems, ...conditionProblems(form, sources) }
}

function conditionProblems(form: EventForm, sources: UnitSources): Partial<Record<keyof EventForm, string>> {
  const { kind, source, field, operation, constant } = form
  if (kind === 'journey') return {}
  if (kind === 'place') {
    return {
      ...(field === '' ? { field: t('events.required.place') } : {}),
      ...(operation === '' ? { operation: t('events.required.operation') } : {}),
    }
  }
  const missing = {
    ...(source === '' ? { source: t('events.required.source') } : {}),
    ...(field === '' ? { field: t('events.required.value-field') } : {}),
    ...(operation === '' ? { operation: t('events.required.operation') } : {}),
    ...(constant.trim() === '' ? { constant: t('events.required.constant') } : {}),
  }
  if (missing.source !== undefined || missing.field !== undefined) return missing
  const variable = nameOfValue({ source, field })
  if (parseReference(variable) === undefined) return { field: t('events.invalid.variable'), ...missing }
  if (!readsAsNumber(sources[source]?.[field])) return { field: t('events.invalid.reference'), ...missing }
  if (missing.operation !== undefined || missing.constant !== undefined) return missing
  const { problem } = parseComparison(comparisonOf(form))
  return problem === undefined ? {} : { constant: writeSentence(problem) }
}

function comparisonOf({ source, field, operation, constant }: EventForm): string {
  const reference = placeOfField(field)
  if (reference !== undefined) {
    const parkedBy = parkedByOfField(field)
    const side = operation === '<=' ? 'in' : 'outside'
    return placeComparisonOf({ source, side, reference, ...(parkedBy === undefined ? {} : { parkedBy }) })
  }
  const journey = journeyOfField(field)
  if (journey !== undefined) return journeyComparisonOf({ source, ...journey })
  const isNumber = !Number.isNaN(numberOfText(constant))
  // Its digits are sent as they were typed.
  const digits = isNumber ? constant.trim().replace(decimalSeparator(), '.') : Number.NaN
  return `${source}.${field} ${operation} ${digits}`
}
