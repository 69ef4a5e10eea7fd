import {
  columnLook,
  type ColumnLook,
  fieldOfValue,
  isFixedColumn,
  partsOfColumn,
} from '@fieldwatch/contract/templates/event-headings'
import { DISTANCE_VALUE } from '@fieldwatch/contract/places/place-conditions'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { headingText } from '#ui/table/cell-text.ts'
import { foundValueName } from './event-places.ts'
import { t } from './texts.ts'

/** The units of measure of the values that are found with visits and trips. */
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

/** The heading of a column, as the template of its unit calls it. */
export function eventHeading(
  column: string,
  columns: readonly string[],
  template: TemplateDefinition | null,
): EventHeading {
  return columnHeading(column, columnLook(column, columns, template))
}

/**
 * A value is called as the charts of the unit call it, or else by its source and field. The times of the specification's columns are shown
 * in the zone of the person.
 */
export function columnHeading(column: string, { name: called, unit }: ColumnLook): EventHeading {
  if (isFixedColumn(column)) {
    const zone = column.endsWith('UTC') ? t('events.heading.local-time') : undefined
    return { title: t(`events.heading.${column}`), unit: zone }
  }
  const { value, figure } = partsOfColumn(column)
  const { field } = fieldOfValue(value)
  const found = figure === undefined ? foundValueName(field) : undefined
  if (found !== undefined) return { title: found, unit: UNITS.get(field) }
  const name = headingText(called ?? value.replace('.', ' '))
  return { title: figure === undefined ? name : t(`events.heading.${figure}`, { name }), unit }
}
