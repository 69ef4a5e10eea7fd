import type { ReportDefinition } from '@fieldwatch/contract/reports'
import type { TemplateDefinition } from '@fieldwatch/contract/templates'

/** Puts a report into a template, in place of the one that it was before. */
export function withReport(
  definition: TemplateDefinition,
  report: ReportDefinition,
  before: string | undefined,
): TemplateDefinition {
  const entries = Object.entries(definition.reports ?? {})
  const place = entries.findIndex(([name]) => name === before)
  const next = [report.name, report] as const
  return {
    ...definition,
    reports: Object.fromEntries(place === -1 ? [...entries, next] : entries.with(place, [...next])),
  }
}

export function withoutReport(definition: TemplateDefinition, name: string): TemplateDefinition {
  const { [name]: _, ...reports } = definition.reports ?? {}
  return { ...definition, reports }
}
