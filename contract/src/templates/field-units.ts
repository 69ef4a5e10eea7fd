import type { TemplateDefinition } from './templates.ts'
import { valuesOfWidget } from '../widgets/widget-kind.ts'
import { pageOf, WIDGET_KIND_NAMES, WIDGET_KINDS, widgetsOfKind } from '../widgets/widget-kinds.ts'

/** The unit of measure of a field: a template says it where it shows the field. */

interface Named {
  readonly source: string
  readonly field: string
}

/** Where a kind of widget may say the unit of `$source` and `$field`, as SQL/JSON paths below its widgets. */
const UNIT_PATHS = {
  specifications: '.specifications.keyvalue() ? (@.key == $source).value[*] ? (@.field == $field && @.unit != "").unit',
  itself: ' ? (@.source == $source && @.field == $field && @.unit != "").unit',
}

/** Charts come first, then lists of values, then single ones. */
const KINDS_WITH_UNITS = (['specifications', 'itself'] as const).flatMap((values) =>
  WIDGET_KIND_NAMES.filter((kind) => WIDGET_KINDS[kind].values === values).map((kind) => ({ kind, values })),
)

/** Where a template may say the unit of `$source` and `$field`, as SQL/JSON paths, in the order of `fieldUnit`. */
export const FIELD_UNIT_PATHS: readonly string[] = KINDS_WITH_UNITS.map(
  ({ kind, values }) => `$.${pageOf(kind)}.${kind}[*]${UNIT_PATHS[values]}`,
)

/** The unit of measure of a field as the template of its unit says it; undefined where it does not. */
export function fieldUnit({ source, field }: Named, template: TemplateDefinition | null): string | undefined {
  if (template === null) return undefined
  for (const { kind } of KINDS_WITH_UNITS) {
    for (const widget of widgetsOfKind(template, kind)) {
      const said = valuesOfWidget(WIDGET_KINDS[kind], widget).find(
        (one) => one.source === source && one.value.field === field && (one.value.unit ?? '') !== '',
      )
      if (said !== undefined) return said.value.unit
    }
  }
  return undefined
}
