import { compileEquation } from '@fieldwatch/contract/equation'
import { EVENT_LOG_ROWS, GENERIC_TABLE_ROWS, type TemplateDefinition } from '@fieldwatch/contract/templates'
import type { SourceNeed } from '#shared/latest/current-source.ts'

export type Overview = NonNullable<TemplateDefinition['overview']>

/** The origin of a value in gauges, cards and tables. */
export interface ValueOrigin {
  readonly field?: string | undefined
  readonly calculate?: { readonly formula: string; readonly denominators: readonly string[] } | undefined
}

/**
 * The sources of an overview, each with the number of newest records that its widgets need and the fields whose latest values
 * they show, so that every source is asked for once, however many widgets show it.
 */
export function sourceNeeds(overview: Overview): Map<string, SourceNeed> {
  const needs = new Map<string, { limit: number; fields: string[] }>()

  function need(source: string, limit: number, field?: string): void {
    const known = needs.get(source) ?? { limit, fields: [] }
    if (field !== undefined && !known.fields.includes(field)) known.fields.push(field)
    needs.set(source, { limit: Math.max(limit, known.limit), fields: known.fields })
  }

  function needInputs({ calculate }: ValueOrigin, limit: number): void {
    if (calculate === undefined) return
    const variables = compileEquation(calculate.formula).equation?.variables ?? []
    for (const name of new Set([...variables, ...(variables.length > 0 ? calculate.denominators : [])])) {
      const { source, field } = variableParts(name)
      need(source, limit, field)
    }
  }

  function needValue(origin: ValueOrigin, source: string): void {
    if (origin.calculate === undefined) need(source, 1, origin.field)
    else needInputs(origin, 1)
  }

  /** A table shows each field of its row's record, so no older value is needed. */
  function needRows(specifications: Record<string, readonly ValueOrigin[]>, limit: number): void {
    for (const [source, values] of Object.entries(specifications)) {
      for (const origin of values) {
        if (origin.calculate === undefined) need(source, limit)
        else needInputs(origin, limit)
      }
    }
  }

  for (const gauge of overview.gauges ?? []) needValue(gauge, gauge.source)
  for (const card of [...(overview.infoCards ?? []), ...(overview.statistics ?? [])]) {
    for (const [source, values] of Object.entries(card.specifications)) {
      for (const origin of values) needValue(origin, source)
    }
  }
  for (const map of overview.maps ?? []) {
    for (const field of [map.latitudeField, map.longitudeField, map.altitudeField]) need(map.source, 1, field)
  }
  for (const table of overview.tables ?? []) needRows(table.specifications, GENERIC_TABLE_ROWS)
  if (overview.eventLog !== undefined) needRows(overview.eventLog.specifications, EVENT_LOG_ROWS)
  return needs
}

/** A variable `source.field`: a source has no dot in its name. */
export function variableParts(variable: string): { source: string; field: string } {
  const dot = variable.indexOf('.')
  return { source: variable.slice(0, dot), field: variable.slice(dot + 1) }
}
