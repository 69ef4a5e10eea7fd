import { formatCount } from './number-text.ts'
import type { z } from 'zod'
import { compileEquation } from './equation.ts'
import { MOST_TEMPLATE_FORMULAS, MOST_TEMPLATE_VALUES, TEMPLATE_MAX_CHARACTERS } from './template-limits.ts'

interface Value {
  readonly friendlyName?: string
  readonly calculate?: { readonly formula: string } | undefined
}

interface Widget {
  readonly specifications: Readonly<Record<string, readonly Value[]>>
}

/** What of a template costs something to check, to store and to show. */
interface BoundedTemplate {
  readonly overview?:
    | {
        readonly gauges?: readonly Value[] | undefined
        readonly infoCards?: readonly Widget[] | undefined
        readonly statistics?: readonly Widget[] | undefined
        readonly tables?: readonly Widget[] | undefined
        readonly eventLog?: Widget | undefined
      }
    | undefined
  readonly timeSeries?: { readonly charts: readonly Widget[] } | undefined
}

interface PlacedValue {
  readonly path: (string | number)[]
  readonly value: Value
}

/**
 * Refuses a template that is too large, or has a formula that cannot be read. For templates that are written; what is stored was
 * checked by this, and is sent as it is.
 */
export function checkTemplate(template: BoundedTemplate, context: z.RefinementCtx): void {
  const refuse = (message: string, path: (string | number)[] = []): void =>
    context.addIssue({ code: 'custom', message, path })
  if (JSON.stringify(template).length > TEMPLATE_MAX_CHARACTERS)
    return refuse(`A template has at most ${TEMPLATE_MAX_CHARACTERS / 1024} KiB.`)
  const values = valuesOf(template)
  if (values.length > MOST_TEMPLATE_VALUES)
    return refuse(`A template shows at most ${formatCount(MOST_TEMPLATE_VALUES)} values.`)
  const formulas = values.flatMap(({ path, value: { calculate } }) =>
    calculate === undefined ? [] : [{ path: [...path, 'calculate', 'formula'], formula: calculate.formula }],
  )
  if (formulas.length > MOST_TEMPLATE_FORMULAS)
    return refuse(`A template has at most ${MOST_TEMPLATE_FORMULAS} formulas. Use calculated sources for more.`)
  for (const { path, formula } of formulas) {
    const { problem } = compileEquation(formula)
    if (problem !== undefined) refuse(problem.message, path)
  }
}

function valuesOf({ overview = {}, timeSeries }: BoundedTemplate): PlacedValue[] {
  const { gauges = [], infoCards = [], statistics = [], tables = [], eventLog } = overview
  return [
    ...gauges.map((value, place) => ({ path: ['overview', 'gauges', place], value })),
    ...valuesOfAll(infoCards, ['overview', 'infoCards']),
    ...valuesOfAll(statistics, ['overview', 'statistics']),
    ...valuesOfAll(tables, ['overview', 'tables']),
    ...(eventLog === undefined ? [] : valuesOfOne(eventLog, ['overview', 'eventLog'])),
    ...valuesOfAll(timeSeries?.charts ?? [], ['timeSeries', 'charts']),
  ]
}

function valuesOfAll(widgets: readonly Widget[], path: (string | number)[]): PlacedValue[] {
  return widgets.flatMap((widget, place) => valuesOfOne(widget, [...path, place]))
}

function valuesOfOne({ specifications }: Widget, path: (string | number)[]): PlacedValue[] {
  return Object.entries(specifications).flatMap(([source, values]) =>
    values.map((value, place) => ({ path: [...path, 'specifications', source, place], value })),
  )
}
