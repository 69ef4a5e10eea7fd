import { EVENT_FIGURES, FIXED_EVENT_COLUMNS, nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import { DISTANCE_VALUE } from '@fieldwatch/contract/places/place-conditions'
import { fieldUnit } from '@fieldwatch/contract/templates/field-units'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { headingText } from '#ui/table/cell-text.ts'
import { foundValueName } from './event-places.ts'
import { t } from './texts.ts'

/** Of the values that are found with visits and trips. */
const UNITS: ReadonlyMap<string, string> = new Map([
  [DISTANCE_VALUE, 'm'],
  ['trip_distance', 'm'],
  ['trip_mean_speed', 'km/h'],
  ['trip_top_speed', 'km/h'],
  ['trip_paused', 'min'],
])

/** How a column of an event table is headed. */
export interface EventHeading {
  readonly title: string
  /** What its numbers are measured in, or in which zone its times are shown. */
  readonly unit: string | undefined
}

/**
 * The heading of a column: a value is called as the charts of the unit call it, or else by its source and field. The times of the
 * specification's columns are shown in the zone of the person.
 */
export function eventHeading(
  column: string,
  columns: readonly string[],
  template: TemplateDefinition | null,
): EventHeading {
  if (isFixed(column)) {
    const unit = column.endsWith('UTC') ? t('events.heading.local-time') : undefined
    return { title: t(`events.heading.${column}`), unit }
  }
  const { value, figure } = partsOf(column)
  const { field } = fieldOf(value)
  const found = figure === undefined ? foundValueName(field) : undefined
  if (found !== undefined) return { title: found, unit: UNITS.get(field) }
  const series = seriesOf(value, template)
  const others = columns.filter((other) => !isFixed(other) && partsOf(other).figure === undefined && other !== value)
  const isAlone = others.every((other) => seriesOf(other, template)?.friendlyName !== series?.friendlyName)
  const name = headingText((isAlone ? series?.friendlyName : undefined) ?? value.replace('.', ' '))
  const title = figure === undefined ? name : t(`events.heading.${figure}`, { name })
  return { title, unit: fieldUnit(fieldOf(value), template) }
}

/** The columns that a table shows when no one chose any: all but the figures of values. */
export function columnsAsMade(columns: readonly string[]): string[] {
  return columns.filter((column) => isFixed(column) || partsOf(column).figure === undefined)
}

/** The columns that a table shows: as its entry in the template says, or the template for all tables. */
export function shownColumns(
  { name, columns }: { name: string; columns: readonly string[] },
  template: TemplateDefinition | null,
): string[] {
  const entry = template?.events?.find(({ title }) => nameOfEvent(title) === name)
  const chosen = (entry?.columns ?? template?.columns)?.filter((column) => columns.includes(column))
  // Of a choice that was made for other tables nothing may be left.
  return chosen === undefined || chosen.length === 0 ? columnsAsMade(columns) : chosen
}

function isFixed(column: string): column is (typeof FIXED_EVENT_COLUMNS)[number] {
  return FIXED_EVENT_COLUMNS.some((fixed) => fixed === column)
}

function partsOf(column: string): { value: string; figure: (typeof EVENT_FIGURES)[number] | undefined } {
  const [source = '', field = '', figure] = column.split('.')
  return { value: `${source}.${field}`, figure: EVENT_FIGURES.find((one) => one === figure) }
}

function fieldOf(value: string): { source: string; field: string } {
  const [source = '', field = ''] = value.split('.')
  return { source, field }
}

function seriesOf(value: string, template: TemplateDefinition | null): { friendlyName: string } | undefined {
  const { source, field } = fieldOf(value)
  const charts = template?.timeSeries?.charts ?? []
  return charts
    .flatMap(({ specifications }) =>
      Object.entries(specifications).flatMap(([name, list]) => (name === source ? list : [])),
    )
    .find((series) => series.field === field)
}
