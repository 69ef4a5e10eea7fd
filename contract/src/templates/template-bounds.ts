import { sentence } from '../text/sentence.ts'
import type { z } from 'zod'
import { compileEquation } from '../calculations/equation.ts'
import { MOST_TEMPLATE_FORMULAS, MOST_TEMPLATE_VALUES, TEMPLATE_MAX_CHARACTERS } from './template-limits.ts'
import { type WidgetKind, valuesOfWidget } from '../widgets/widget-kind.ts'
import { type HoldsWidgets, pageOf, WIDGET_KIND_NAMES, WIDGET_KINDS, widgetsOfKind } from '../widgets/widget-kinds.ts'

/**
 * Refuses a template that is too large, or has a formula that cannot be read. For templates that are written; what is stored was
 * checked by this, and is sent as it is.
 */
export function checkTemplate(template: HoldsWidgets, context: z.RefinementCtx): void {
  const refuse = (message: string, path: (string | number)[] = []): void =>
    context.addIssue({ code: 'custom', message, path })
  if (JSON.stringify(template).length > TEMPLATE_MAX_CHARACTERS)
    return refuse(sentence('fields.template-size', { count: TEMPLATE_MAX_CHARACTERS / 1024 }))
  const values = placedValues(template)
  if (values.length > MOST_TEMPLATE_VALUES)
    return refuse(sentence('fields.template-values', { count: MOST_TEMPLATE_VALUES }))
  const formulas = values.flatMap(({ path, value: { calculate } }) =>
    calculate === undefined ? [] : [{ path: [...path, 'calculate', 'formula'], formula: calculate.formula }],
  )
  if (formulas.length > MOST_TEMPLATE_FORMULAS)
    return refuse(sentence('fields.template-formulas', { count: MOST_TEMPLATE_FORMULAS }))
  for (const { path, formula } of formulas) {
    const { problem } = compileEquation(formula)
    if (problem !== undefined) refuse(problem.message, path)
  }
}

/** Where each value of a template is. */
function placedValues(template: HoldsWidgets) {
  return WIDGET_KIND_NAMES.flatMap((name) => {
    const kind: WidgetKind = WIDGET_KINDS[name]
    return widgetsOfKind(template, name).flatMap((widget, index) =>
      valuesOfWidget(kind, widget).map(({ path, value }) => ({
        path: [pageOf(name), name, ...(kind.single === true ? [] : [index]), ...path],
        value,
      })),
    )
  })
}
