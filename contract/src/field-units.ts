import type { TemplateDefinition } from './templates.ts'

/** The unit of measure of a field: a template says it where it shows the field. */

interface Named {
  readonly source: string
  readonly field: string
}

interface Shown {
  readonly field?: string | undefined
  readonly unit?: string | undefined
}

/** Where a template may say the unit of `$source` and `$field`, as SQL/JSON paths, in the order of `fieldUnit`. */
export const FIELD_UNIT_PATHS: readonly string[] = [
  ...['timeSeries.charts', 'overview.statistics', 'overview.infoCards', 'overview.tables', 'overview.eventLog'].map(
    (place) =>
      `$.${place}[*].specifications.keyvalue() ? (@.key == $source).value[*] ? (@.field == $field && @.unit != "").unit`,
  ),
  '$.overview.gauges[*] ? (@.source == $source && @.field == $field && @.unit != "").unit',
]

/** The unit of measure of a field as the template of its unit says it; undefined where it does not. */
export function fieldUnit({ source, field }: Named, template: TemplateDefinition | null): string | undefined {
  const { overview, timeSeries } = template ?? {}
  const widgets: readonly { readonly specifications: Readonly<Record<string, readonly Shown[]>> }[] = [
    ...(timeSeries?.charts ?? []),
    ...(overview?.statistics ?? []),
    ...(overview?.infoCards ?? []),
    ...(overview?.tables ?? []),
    ...(overview?.eventLog === undefined ? [] : [overview.eventLog]),
  ]
  const shown: readonly Shown[] = [
    ...widgets.flatMap(({ specifications }) =>
      Object.hasOwn(specifications, source) ? (specifications[source] ?? []) : [],
    ),
    ...(overview?.gauges ?? []).filter((gauge) => gauge.source === source),
  ]
  return shown.find((one) => one.field === field && one.unit !== undefined && one.unit !== '')?.unit
}
