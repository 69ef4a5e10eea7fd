import { fieldUnit } from './field-units.ts'
import type { TemplateDefinition } from './templates.ts'
import { EVENT_FIGURES, FIXED_EVENT_COLUMNS, nameOfEvent } from '../events/event-columns.ts'

type Fixed = (typeof FIXED_EVENT_COLUMNS)[number]

/** How the template of a unit calls the value of a column. */
export interface ColumnLook {
  /** The friendly name of the value in the charts, where no other value of the table has it. */
  readonly name: string | undefined
  /** The unit of measure. */
  readonly unit: string | undefined
}

/** How a column is called that holds a value or one of its figures. */
export function columnLook(
  column: string,
  columns: readonly string[],
  template: TemplateDefinition | null,
): ColumnLook {
  if (isFixedColumn(column)) return { name: undefined, unit: undefined }
  const { value } = partsOfColumn(column)
  const name = seriesName(value, template)
  const others = columns.filter(
    (other) => !isFixedColumn(other) && partsOfColumn(other).figure === undefined && other !== value,
  )
  const isAlone = others.every((other) => seriesName(other, template) !== name)
  return { name: isAlone ? name : undefined, unit: fieldUnit(fieldOfValue(value), template) }
}

/** The columns that a table shows: as its entry in the template says, or the template for all tables. */
export function shownColumns(
  { name, columns }: { readonly name: string; readonly columns: readonly string[] },
  template: Pick<TemplateDefinition, 'events' | 'columns'> | null,
): string[] {
  const entry = template?.events?.find(({ title }) => nameOfEvent(title) === name)
  const chosen = (entry?.columns ?? template?.columns)?.filter((column) => columns.includes(column))
  // Of a choice that was made for other tables nothing may be left.
  return chosen === undefined || chosen.length === 0 ? withoutFigures(columns) : chosen
}

export function isFixedColumn(column: string): column is Fixed {
  return FIXED_EVENT_COLUMNS.some((fixed) => fixed === column)
}

export function partsOfColumn(column: string): { value: string; figure: (typeof EVENT_FIGURES)[number] | undefined } {
  const [source = '', field = '', figure] = column.split('.')
  return { value: `${source}.${field}`, figure: EVENT_FIGURES.find((one) => one === figure) }
}

export function fieldOfValue(value: string): { source: string; field: string } {
  const [source = '', field = ''] = value.split('.')
  return { source, field }
}

/** What a table shows when no one chose any columns. */
function withoutFigures(columns: readonly string[]): string[] {
  return columns.filter((column) => isFixedColumn(column) || partsOfColumn(column).figure === undefined)
}

function seriesName(value: string, template: TemplateDefinition | null): string | undefined {
  const { source, field } = fieldOfValue(value)
  const charts = template?.timeSeries?.charts ?? []
  return charts
    .flatMap(({ specifications }) =>
      Object.entries(specifications).flatMap(([name, list]) => (name === source ? list : [])),
    )
    .find((series) => series.field === field)?.friendlyName
}
