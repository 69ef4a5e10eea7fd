import { EVENT_FIGURES, FIXED_EVENT_COLUMNS, nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import { fieldUnit } from '@fieldwatch/contract/templates/field-units'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'

/** How a column of an event table is headed. */
export interface EventHeading {
  readonly heading: string
  /** What its numbers are measured in, or in which zone its times are shown. */
  readonly unit: string | undefined
}

/** Beside the headings of the specification: the times are shown in the zone of the person. */
const LOCAL = 'local time'

/** The heading of a column: a value is called as the charts of the unit call it, or else by its source and field. */
export function eventHeading(
  column: string,
  columns: readonly string[],
  template: TemplateDefinition | null,
): EventHeading {
  if (isFixed(column)) return { heading: column, unit: column.endsWith('UTC') ? LOCAL : undefined }
  const { value, figure } = partsOf(column)
  const series = seriesOf(value, template)
  const others = columns.filter((other) => !isFixed(other) && partsOf(other).figure === undefined && other !== value)
  const isAlone = others.every((other) => seriesOf(other, template)?.friendlyName !== series?.friendlyName)
  const name = (isAlone ? series?.friendlyName : undefined) ?? value.replace('.', ' ')
  return { heading: figure === undefined ? name : `${name} ${figure}`, unit: fieldUnit(fieldOf(value), template) }
}

/** The columns that a table shows when nobody chose any: all but the figures of values. */
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

function isFixed(column: string): boolean {
  return FIXED_EVENT_COLUMNS.some((fixed) => fixed === column)
}

function partsOf(column: string): { value: string; figure: string | undefined } {
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
