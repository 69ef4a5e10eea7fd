import type { OverviewKind, WidgetKindName, WidgetsByKind } from '@fieldwatch/contract/widgets/widget-kinds'
import type { ReactNode } from 'react'
import type { ReadSource } from '#shared/latest/source-state.ts'
import type { OpenUnit } from '#shared/units/unit-context.ts'
import type { WidgetSettings } from '#shared/widgets/settings/widget-form.ts'
import type { Need } from './source-needs.ts'

/** What a widget is drawn from. */
export interface DrawingContext {
  readonly unit: Pick<OpenUnit['unit'], 'dataID' | 'friendlyName'>
  /** Maps offer where the unit was. */
  readonly hasTracks: boolean
  readonly read: ReadSource
}

/** How the Overview shows one kind of widget. */
export interface Drawing<W> {
  /** Widgets of one area are beside each other. */
  readonly area: 'gauges' | 'values' | 'places' | 'records'
  draw(widget: W, context: DrawingContext): ReactNode
  /** The records that it shows. */
  needs(widget: W): Need[]
}

type DrawingOf<K extends OverviewKind> = Drawing<WidgetsByKind[K]>

/** A type of widget, as it is chosen in the settings of a widget. */
export interface WidgetType {
  readonly name: string
  readonly label: () => string
  /** What a template calls its widgets; the user chooses between several by a setting. */
  readonly kinds: readonly WidgetKindName[]
  /** One for each kind that the Overview shows. */
  readonly drawings: { readonly [K in OverviewKind]?: DrawingOf<K> }
  /** Comes with the dialog. */
  readonly settings: () => Promise<WidgetSettings>
}
