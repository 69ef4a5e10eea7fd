import { z } from 'zod'
import { charts, type Chart } from './chart.ts'
import { gauges } from './gauge.ts'
import { infoCards, statistics } from './list.ts'
import { maps } from './map.ts'
import { eventLog, tables } from './table.ts'
import type { AnyWidget, WidgetKind } from './widget-kind.ts'

/** The kinds of widgets of the Overview, by their name in a template. A new one is added here, and nowhere else. */
export const OVERVIEW_KINDS = { gauges, statistics, infoCards, tables, maps, eventLog }
export type OverviewKind = keyof typeof OVERVIEW_KINDS

/** All kinds, those of the Time Series page included. */
export const WIDGET_KINDS = { charts, ...OVERVIEW_KINDS }
export type WidgetKindName = keyof typeof WIDGET_KINDS
export type WidgetsByKind = { [K in WidgetKindName]: z.infer<(typeof WIDGET_KINDS)[K]['widget']> }

export const WIDGET_KIND_NAMES = Object.keys(WIDGET_KINDS) as readonly WidgetKindName[]

type OverviewShape = { [K in OverviewKind]: z.ZodOptional<(typeof OVERVIEW_KINDS)[K]['stored']> }

const overviewLists = Object.entries(OVERVIEW_KINDS).map(([name, { stored }]) => [name, stored.optional()])
// Each kind has its name and what it stores.
export const OverviewWidgets = z.strictObject(Object.fromEntries(overviewLists) as OverviewShape)
export type OverviewWidgets = z.infer<typeof OverviewWidgets>

/** A template, as far as it holds widgets. */
export interface HoldsWidgets {
  readonly overview?: Readonly<OverviewWidgets> | undefined
  readonly timeSeries?: { readonly pageTechTools?: boolean | undefined; readonly charts: readonly Chart[] } | undefined
}

/** The page of a unit that shows widgets of a kind. */
export function pageOf(kind: WidgetKindName): 'overview' | 'timeSeries' {
  return kind === 'charts' ? 'timeSeries' : 'overview'
}

/** The widgets of one kind; the only one as a list of one. */
export function widgetsOfKind<K extends WidgetKindName>(template: HoldsWidgets, kind: K): readonly WidgetsByKind[K][] {
  const lists: Readonly<Record<string, unknown>> = { ...template.overview, charts: template.timeSeries?.charts }
  const stored = lists[kind]
  if (stored === undefined) return []
  // The schema of a template puts widgets of the kind there.
  return (Array.isArray(stored) ? stored : [stored]) as WidgetsByKind[K][]
}

/** The template with each of its widgets changed. */
export function mapWidgets<T extends HoldsWidgets>(
  template: T,
  on: <W extends AnyWidget>(kind: WidgetKind, widget: W) => W,
): T {
  const { overview, timeSeries } = template
  const lists = Object.entries(overview ?? {}).map(([name, stored]) => {
    const kind = OVERVIEW_KINDS[name as OverviewKind]
    const changed = Array.isArray(stored)
      ? stored.map((widget: AnyWidget) => on(kind, widget))
      : stored && on<AnyWidget>(kind, stored)
    return [name, changed]
  })
  return {
    ...template,
    ...(timeSeries && { timeSeries: { ...timeSeries, charts: timeSeries.charts.map((one) => on(charts, one)) } }),
    ...(overview && { overview: Object.fromEntries(lists) }),
  }
}
