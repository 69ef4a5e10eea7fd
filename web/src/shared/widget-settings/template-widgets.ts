import {
  type Card,
  type Chart,
  type EventLog,
  type Gauge,
  type MapWidget,
  type Table,
  type Template,
  TemplateDefinition,
} from '@fieldwatch/contract/templates'

/** The lists of a template that hold widgets; the event log is a list of at most one. */
export interface WidgetsByKind {
  gauges: Gauge
  statistics: Card
  infoCards: Card
  tables: Table
  eventLog: EventLog
  maps: MapWidget
  charts: Chart
}

export type WidgetKind = keyof WidgetsByKind

/** Where a widget stands in its template. */
export interface WidgetPlace {
  readonly kind: WidgetKind
  readonly index: number
}

/** A widget with the list that it belongs to. */
export type KindedWidget = { [K in WidgetKind]: { readonly kind: K; readonly widget: WidgetsByKind[K] } }[WidgetKind]

/** What of a template is saved: all but what the server adds when it is read. For none, one of this title with a place for events. */
export function definitionOf(template: Template | null, title: string): TemplateDefinition {
  return template === null ? { title, events: [] } : TemplateDefinition.strip().parse(template)
}

export function widgetAt(definition: TemplateDefinition, { kind, index }: WidgetPlace): KindedWidget | undefined {
  const widget = LISTS[kind].read(definition)[index]
  // The list of a kind holds widgets of that kind.
  return widget === undefined ? undefined : ({ kind, widget } as KindedWidget)
}

/** All widgets of one kind. */
export function widgetsOf(definition: TemplateDefinition, kind: WidgetKind): readonly KindedWidget[] {
  // The list of a kind holds widgets of that kind.
  return LISTS[kind].read(definition).map((widget) => ({ kind, widget }) as KindedWidget)
}

export function insertWidget(
  definition: TemplateDefinition,
  { kind, widget }: KindedWidget,
  at: 'first' | 'last',
): TemplateDefinition {
  const list = LISTS[kind].read(definition)
  return write(definition, kind, at === 'first' ? [widget, ...list] : [...list, widget])
}

/** Puts a widget in the place of another. A widget of another kind goes to the end of its own list. */
export function replaceWidget(
  definition: TemplateDefinition,
  place: WidgetPlace,
  next: KindedWidget,
): TemplateDefinition {
  if (place.kind !== next.kind) return insertWidget(removeWidget(definition, place), next, 'last')
  return write(definition, place.kind, LISTS[place.kind].read(definition).with(place.index, next.widget))
}

export function removeWidget(definition: TemplateDefinition, { kind, index }: WidgetPlace): TemplateDefinition {
  return write(definition, kind, LISTS[kind].read(definition).toSpliced(index, 1))
}

/** What a widget is called; a map may have no title. */
export function titleOf({ kind, widget }: KindedWidget): string {
  if (kind === 'statistics' || kind === 'infoCards') return widget.topic
  return widget.title ?? 'Location'
}

type AnyWidget = WidgetsByKind[WidgetKind]

interface WidgetList {
  readonly read: (definition: TemplateDefinition) => readonly AnyWidget[]
  readonly write: (definition: TemplateDefinition, list: never) => TemplateDefinition
}

/** The list of one kind, for what holds widgets of that kind only. */
function write(definition: TemplateDefinition, kind: WidgetKind, list: readonly AnyWidget[]): TemplateDefinition {
  return LISTS[kind].write(definition, list as never)
}

const LISTS: Readonly<Record<WidgetKind, WidgetList>> = {
  gauges: overviewList('gauges'),
  statistics: overviewList('statistics'),
  infoCards: overviewList('infoCards'),
  tables: overviewList('tables'),
  maps: overviewList('maps'),
  eventLog: {
    read: ({ overview }) => (overview?.eventLog === undefined ? [] : [overview.eventLog]),
    write: (definition, [eventLog]: EventLog[]) => {
      const { eventLog: _, ...overview } = definition.overview ?? {}
      return { ...definition, overview: eventLog === undefined ? overview : { ...overview, eventLog } }
    },
  },
  charts: {
    read: ({ timeSeries }) => timeSeries?.charts ?? [],
    write: (definition, charts: Chart[]) => ({ ...definition, timeSeries: { ...definition.timeSeries, charts } }),
  },
}

function overviewList(kind: Exclude<WidgetKind, 'eventLog' | 'charts'>): WidgetList {
  return {
    read: ({ overview }) => overview?.[kind] ?? [],
    write: (definition, list: AnyWidget[]) => ({ ...definition, overview: { ...definition.overview, [kind]: list } }),
  }
}
