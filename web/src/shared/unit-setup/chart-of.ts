import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { z } from 'zod'

interface Arrived {
  readonly source: string
  readonly record: DataRecord
}

/** The fields of a record that a chart can draw. */
export function numbersOf(record: DataRecord): string[] {
  return Object.entries(record).flatMap(([name, value]) => (typeof value === 'number' ? [name] : []))
}

/** A template with one chart of all numbers of a source. */
export function chartOf({ source, record }: Arrived): z.input<typeof TemplateDefinition> {
  const series = numbersOf(record).map((field) => ({ field, friendlyName: field }))
  return {
    title: source,
    timeSeries: { charts: [{ title: source, type: 'timeseries', specifications: { [source]: series } }] },
    events: [],
  }
}
