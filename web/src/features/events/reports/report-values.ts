import { nameOfValue } from '@fieldwatch/contract/calculations/calculation-rules'
import { columnsOfValue } from '@fieldwatch/contract/events/event-columns'
import type { FieldType, FieldTypes } from '@fieldwatch/contract/telemetry/data'
import type { EventOccurrence, EventTable } from '@fieldwatch/contract/events/events'
import {
  REPORT_FORMATS,
  type ReportFormat,
  type SampleType,
  sampleTypeOf,
} from '@fieldwatch/contract/reports/report-formats'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { eventHeading } from '../event-headings.ts'
import { t } from '../texts.ts'

/** What is known of the values that a report can have. */
export interface KnownValues {
  readonly table: Pick<EventTable, 'columns' | 'values'>
  readonly template: TemplateDefinition | null
  /** The first occurrences: samples. */
  readonly occurrences: readonly EventOccurrence[]
  /** Field types by source. */
  readonly sources: Readonly<Record<string, FieldTypes>>
}

/** What an occurrence has in a column. */
export function valueOfColumn(occurrence: EventOccurrence, column: string): EventOccurrence[string] | undefined {
  return Object.hasOwn(occurrence, column) ? occurrence[column] : undefined
}

/** What a value is, from a sample of it and from its field. */
export function typeOfValue(value: string, { table, occurrences, sources }: KnownValues): SampleType {
  const samples = occurrences.map((occurrence) => valueOfColumn(occurrence, value))
  const sample = samples.find((one) => one !== null && one !== undefined)
  return sampleTypeOf(sample, { column: value, fieldType: fieldTypeOf(value, table, sources) })
}

function fieldTypeOf(
  column: string,
  { values }: KnownValues['table'],
  sources: KnownValues['sources'],
): FieldType | undefined {
  const origin = values.find((value) => columnsOfValue(value).includes(column))
  if (origin === undefined) return undefined
  // The mean of whole numbers is none, and the greatest of yes and no is a number.
  if (column.endsWith('.mean')) return 'float'
  const type = sources[origin.source]?.[origin.field]
  return type === 'bool' && column !== nameOfValue(origin) ? 'int' : type
}

/** The formats that are offered for a value; one that was chosen before stays a choice. */
export function formatChoices(value: string, chosen: ReportFormat | '', known: KnownValues): ReportFormat[] {
  const formats: readonly ReportFormat[] = REPORT_FORMATS[typeOfValue(value, known)]
  return chosen === '' || formats.includes(chosen) ? [...formats] : [...formats, chosen]
}

/** The format that a value begins with: the one that most people want. */
export function firstFormat(value: string, known: KnownValues): ReportFormat {
  const type = typeOfValue(value, known)
  return COMMON[type] ?? REPORT_FORMATS[type][0]
}

const COMMON: Partial<Record<SampleType, ReportFormat>> = {
  date: 'YYYY-MM-DD',
  'date-time': 'YYYY-MM-DD HH:MM:SS',
  duration: 'HH:MM:SS',
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** The values that are offered, those of the event table; one that was chosen for another table stays a choice. */
export function valueChoices({ columns }: KnownValues['table'], chosen: string): Choice[] {
  const choices = columns.map((column) => ({ value: column, label: column }))
  if (chosen === '' || columns.includes(chosen)) return choices
  return [...choices, { value: chosen, label: t('events.report.value.unknown', { column: chosen }) }]
}

/** The header that a value begins with: as the table calls it. */
export function firstHeader(value: string, { table, template }: KnownValues): string {
  // A report says itself in which zone its times are.
  if (value === 'startUTC' || value === 'endUTC') return t(`events.report.heading.${value}`)
  const { title, unit } = eventHeading(value, table.columns, template)
  return unit === undefined ? title : `${title} (${unit})`
}
