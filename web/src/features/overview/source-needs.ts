import { compileEquation } from '@fieldwatch/contract/equation'
import { EVENT_LOG_ROWS, GENERIC_TABLE_ROWS, type TemplateDefinition } from '@fieldwatch/contract/templates'

export type Overview = NonNullable<TemplateDefinition['overview']>

/** Where a value comes from, as gauges, cards and tables say it. */
export interface ValueOrigin {
  readonly field?: string | undefined
  readonly calculate?: { readonly formula: string; readonly denominators: readonly string[] } | undefined
}

/**
 * The sources of an overview with the number of newest records that its widgets need of each, so that every source is
 * asked for once, however many widgets show it.
 */
export function sourceNeeds(overview: Overview): Map<string, number> {
  const needs = new Map<string, number>()
  const need = (source: string, rows: number) => needs.set(source, Math.max(rows, needs.get(source) ?? 0))
  const needAll = (specifications: Record<string, readonly ValueOrigin[]>, rows: number) => {
    for (const [source, values] of Object.entries(specifications)) {
      for (const origin of values) for (const name of sourcesOf(origin, source)) need(name, rows)
    }
  }

  for (const gauge of overview.gauges ?? []) for (const name of sourcesOf(gauge, gauge.source)) need(name, 1)
  for (const card of [...(overview.infoCards ?? []), ...(overview.statistics ?? [])]) needAll(card.specifications, 1)
  for (const map of overview.maps ?? []) need(map.source, 1)
  for (const table of overview.tables ?? []) needAll(table.specifications, GENERIC_TABLE_ROWS)
  if (overview.eventLog !== undefined) needAll(overview.eventLog.specifications, EVENT_LOG_ROWS)
  return needs
}

function sourcesOf({ calculate }: ValueOrigin, source: string): string[] {
  if (calculate === undefined) return [source]
  const { equation } = compileEquation(calculate.formula)
  return equation === undefined ? [] : equation.variables.map((name) => variableParts(name).source)
}

/** A variable `source.field`: a source has no dot in its name. */
export function variableParts(variable: string): { source: string; field: string } {
  const dot = variable.indexOf('.')
  return { source: variable.slice(0, dot), field: variable.slice(dot + 1) }
}
