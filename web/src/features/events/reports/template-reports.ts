import type { ReportDefinition } from '@fieldwatch/contract/reports/reports'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'

/** Puts a report into a template, in place of the one that it was before. */
export function withReport(
  definition: TemplateDefinition,
  report: ReportDefinition,
  before: string | undefined,
): TemplateDefinition {
  const { reports } = before === undefined ? definition : withoutReport(definition, before)
  return { ...definition, reports: { ...reports, [report.name]: report } }
}

export function withoutReport(definition: TemplateDefinition, name: string): TemplateDefinition {
  const { [name]: _, ...reports } = definition.reports ?? {}
  return { ...definition, reports }
}
