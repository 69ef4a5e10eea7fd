import type { z } from 'zod'

/** A value that a widget shows. */
export interface ShownValue {
  readonly field?: string | undefined
  readonly friendlyName?: string | undefined
  readonly unit?: string | undefined
  readonly calculate?: { readonly formula: string; readonly denominators: readonly string[] } | undefined
}

/** What may be in a widget of any kind. */
export interface AnyWidget extends ShownValue {
  readonly title?: string | undefined
  readonly topic?: string | undefined
  readonly source?: string | undefined
  readonly specifications?: Readonly<Record<string, readonly ShownValue[]>> | undefined
}

/** One kind of widget in a template: what it looks like there. */
export interface WidgetKind {
  readonly widget: z.ZodType<AnyWidget>
  /** All widgets of the kind in a template: a list of them, or the only one. */
  readonly stored: z.ZodType
  /** A template has at most one, stored without a list. */
  readonly single?: boolean
  /** Its shapes that have a name in the API document. */
  readonly named: Readonly<Record<string, z.ZodType>>
  /** How the gallery of templates counts them; kinds may be counted together. */
  readonly counted: string
  /** Where its values are: by source under `specifications`, or the widget is the value of its `source`. */
  readonly values: 'specifications' | 'itself' | 'none'
  readonly titleOf: (widget: Pick<AnyWidget, 'title' | 'topic'>) => string
}

interface PlacedValue {
  readonly source: string
  /** Where it is in its widget. */
  readonly path: readonly (string | number)[]
  readonly value: ShownValue
}

/** The values that a widget shows. */
export function valuesOfWidget({ values }: Pick<WidgetKind, 'values'>, widget: AnyWidget): PlacedValue[] {
  if (values === 'itself') return [{ source: widget.source ?? '', path: [], value: widget }]
  const { specifications = {} } = widget
  return Object.entries(specifications).flatMap(([source, list]) =>
    list.map((value, place) => ({ source, path: ['specifications', source, place], value })),
  )
}

/** The widget with each of its values changed. */
export function mapValues<W extends AnyWidget>(
  { values }: Pick<WidgetKind, 'values'>,
  widget: W,
  on: <V extends ShownValue>(source: string, value: V) => V,
): W {
  if (values === 'itself') return on(widget.source ?? '', widget)
  const { specifications } = widget
  if (specifications === undefined) return widget
  const changed = Object.entries(specifications).map(([source, list]) => [
    source,
    list.map((value) => on(source, value)),
  ])
  return { ...widget, specifications: Object.fromEntries(changed) }
}
