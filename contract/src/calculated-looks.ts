import type { Calculation } from './calculations.ts'
import type { TemplateDefinition } from './templates.ts'

/** How a value is called, and what it is measured in. */
export interface Look {
  readonly name: string
  readonly unit: string
}

/** The look of each calculated source of a unit. */
export type CalculatedLooks = ReadonlyMap<string, Look>

/** The field that holds the results of every calculated source. */
const RESULT = 'value'

export function calculatedLooks(calculations: readonly Pick<Calculation, 'name' | 'unit'>[]): CalculatedLooks {
  return new Map(calculations.map(({ name, unit }) => [name, { name: name.replaceAll('_', ' '), unit }]))
}

/** The look of a field of a source; undefined when it is not the result of a calculated source. */
export function lookOfField(source: string, field: string | undefined, looks: CalculatedLooks): Look | undefined {
  return field === RESULT ? looks.get(source) : undefined
}

/** Name and unit for a value whose source changed. Typed ones stay. */
export function lookOfSource(value: Look & { source: string }, source: string, looks: CalculatedLooks): Look {
  const before = looks.get(value.source)
  const next = looks.get(source)
  const given = (part: keyof Look) => (value[part] === (before?.[part] ?? '') ? (next?.[part] ?? '') : value[part])
  return { name: given('name'), unit: given('unit') }
}

interface Shown {
  readonly field?: string | undefined
  readonly friendlyName?: string
  readonly unit?: string | undefined
}

/** Whether a template shows a result without a name or a unit of its own. */
export function hasBareResults(definition: TemplateDefinition): boolean {
  let found = false
  mapShown(definition, (_source, value) => {
    found ||= value.field === RESULT && (isBare(value) || value.unit === undefined)
    return value
  })
  return found
}

/** The template in which results without a name or a unit of their own have those of their calculated source. */
export function withCalculatedLooks<T extends TemplateDefinition>(template: T, looks: CalculatedLooks): T {
  return mapShown(template, (source, value) => {
    const look = lookOfField(source, value.field, looks)
    if (look === undefined) return value
    return { ...value, ...(isBare(value) ? { friendlyName: look.name } : {}), unit: value.unit ?? look.unit }
  })
}

/** A value that is called as its field has no name of its own. */
function isBare({ field, friendlyName }: Shown): boolean {
  return friendlyName === field
}

type OnShown = <V extends Shown>(source: string, value: V) => V

function mapShown<T extends TemplateDefinition>(template: T, on: OnShown): T {
  const { overview, timeSeries } = template
  const widget = <V extends Shown, W extends { specifications: Record<string, V[]> }>(one: W): W => ({
    ...one,
    specifications: Object.fromEntries(
      Object.entries(one.specifications).map(([source, list]) => [source, list.map((value) => on(source, value))]),
    ),
  })
  return {
    ...template,
    ...(timeSeries && { timeSeries: { ...timeSeries, charts: timeSeries.charts.map(widget) } }),
    ...(overview && {
      overview: {
        ...overview,
        ...(overview.gauges && { gauges: overview.gauges.map((gauge) => on(gauge.source, gauge)) }),
        ...(overview.infoCards && { infoCards: overview.infoCards.map(widget) }),
        ...(overview.statistics && { statistics: overview.statistics.map(widget) }),
        ...(overview.tables && { tables: overview.tables.map(widget) }),
        ...(overview.eventLog && { eventLog: widget(overview.eventLog) }),
      },
    }),
  }
}
