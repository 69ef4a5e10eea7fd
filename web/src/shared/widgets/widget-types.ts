import type { OverviewKind, WidgetKindName, WidgetsByKind } from '@fieldwatch/contract/widgets/widget-kinds'
import type { SettingsByType } from '#shared/widgets/settings/widget-form.ts'
import { chart } from './chart/chart.ts'
import { gauge } from './gauge/gauge.tsx'
import { list } from './list/list.tsx'
import { map } from './map/map.tsx'
import { table } from './table/table.tsx'
import type { Drawing, WidgetType } from './widget-type.ts'

/** All types, in the order in which they are offered. A new one is added here, and nowhere else. */
export const WIDGET_TYPES: readonly WidgetType[] = [gauge, table, chart, map, list]

export interface DrawnKind<K extends OverviewKind = OverviewKind> {
  readonly kind: K
  readonly drawing: Drawing<WidgetsByKind[K]>
}

/** What the Overview shows. */
export const DRAWN_KINDS: readonly DrawnKind[] = WIDGET_TYPES.flatMap(({ drawings }) =>
  // The drawing of a kind draws widgets of that kind.
  Object.entries(drawings).map(([kind, drawing]) => ({ kind, drawing }) as DrawnKind),
)

/** The type whose settings make widgets of a kind. */
export function typeOfKind(kind: WidgetKindName): WidgetType {
  const type = WIDGET_TYPES.find(({ kinds }) => kinds.includes(kind))
  if (type === undefined) throw new Error(`No type of widget makes ${kind}`)
  return type
}

/** The settings of all types. */
export async function loadSettings(): Promise<SettingsByType> {
  return new Map(await Promise.all(WIDGET_TYPES.map(async ({ name, settings }) => [name, await settings()] as const)))
}
