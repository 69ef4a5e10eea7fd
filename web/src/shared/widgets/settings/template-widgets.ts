import { type Template, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import {
  pageOf,
  WIDGET_KINDS,
  type WidgetKindName,
  type WidgetsByKind,
  widgetsOfKind,
} from '@fieldwatch/contract/widgets/widget-kinds'
import { t } from '../texts.ts'

/** The place of a widget in its template. */
export interface WidgetPlace {
  readonly kind: WidgetKindName
  readonly index: number
}

/** A widget with the list that it belongs to. */
export type KindedWidget = {
  [K in WidgetKindName]: { readonly kind: K; readonly widget: WidgetsByKind[K] }
}[WidgetKindName]

/** The saved part of a template, without what the server adds when it is read. For none, one of this title with a place for events. */
export function definitionOf(template: Template | null, title: string): TemplateDefinition {
  return template === null ? { title, events: [] } : TemplateDefinition.strip().parse(template)
}

export function widgetAt(definition: TemplateDefinition, { kind, index }: WidgetPlace): KindedWidget | undefined {
  const widget = widgetsOfKind(definition, kind)[index]
  // The list of a kind holds widgets of that kind.
  return widget === undefined ? undefined : ({ kind, widget } as KindedWidget)
}

/** All widgets of one kind. */
export function widgetsOf(definition: TemplateDefinition, kind: WidgetKindName): readonly KindedWidget[] {
  // The list of a kind holds widgets of that kind.
  return widgetsOfKind(definition, kind).map((widget) => ({ kind, widget }) as KindedWidget)
}

export function insertWidget(
  definition: TemplateDefinition,
  { kind, widget }: KindedWidget,
  at: 'first' | 'last',
): TemplateDefinition {
  const list = widgetsOfKind(definition, kind)
  return write(definition, kind, at === 'first' ? [widget, ...list] : [...list, widget])
}

/** Puts a widget in the place of another. A widget of another kind goes to the end of its own list. */
export function replaceWidget(
  definition: TemplateDefinition,
  place: WidgetPlace,
  next: KindedWidget,
): TemplateDefinition {
  if (place.kind !== next.kind) return insertWidget(removeWidget(definition, place), next, 'last')
  const list: readonly AnyWidget[] = widgetsOfKind(definition, place.kind)
  return write(definition, place.kind, list.with(place.index, next.widget))
}

export function removeWidget(definition: TemplateDefinition, { kind, index }: WidgetPlace): TemplateDefinition {
  return write(definition, kind, widgetsOfKind(definition, kind).toSpliced(index, 1))
}

/** What a widget is called. */
export function titleOf({ kind, widget }: KindedWidget): string {
  if (kind === 'maps' && !('title' in widget && widget.title !== undefined)) return t('widgets.map.title')
  return WIDGET_KINDS[kind].titleOf(widget)
}

type AnyWidget = WidgetsByKind[WidgetKindName]

function write(definition: TemplateDefinition, kind: WidgetKindName, list: readonly AnyWidget[]): TemplateDefinition {
  const page = pageOf(kind)
  const isSingle = 'single' in WIDGET_KINDS[kind]
  const stored = Object.entries({ ...definition[page], [kind]: isSingle ? list[0] : list })
  return { ...definition, [page]: Object.fromEntries(stored.filter(([, widgets]) => widgets !== undefined)) }
}
