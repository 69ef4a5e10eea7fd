import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { bySourceOf, type FieldsBySource, type ShownField } from '@fieldwatch/contract/visitors/shown-fields'
import type { Chart } from '@fieldwatch/contract/widgets/chart'
import { isOfAdmins } from '#records/store/source-policy.ts'

/** A screen of one unit. */
export type UnitScreen = Extract<SharedScreen, { kind: 'overview' | 'chart' }>

type Shown = Pick<TemplateDefinition, 'timeSeries'>

/** Without the history of requests. */
export function fieldsToShow(fields: readonly ShownField[]): FieldsBySource {
  return bySourceOf(fields.filter(({ source }) => !isOfAdmins(source)))
}

/** None of several charts with one title: a screen must not show another one than was meant. */
export function findChart({ timeSeries }: Shown, title: string): Chart | undefined {
  const [chart, ...others] = timeSeries?.charts.filter((one) => one.title === title) ?? []
  return others.length === 0 ? chart : undefined
}
