import type { Comparison } from '@fieldwatch/contract/comparisons/comparison-names'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { OccurrenceFilter } from '@fieldwatch/contract/events/events'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { SharedRange } from '@fieldwatch/contract/visitors/shared-range'
import type { ActionIconProps } from '@mantine/core'
import type { ComponentType } from 'react'
import type { NoteSpan, UnitNote } from './unit-notes.ts'

/** Places on the screens of the core that extensions fill, each with what the parts there get. */
export interface Slots {
  /** On a map: of one unit, or of all viewing units; of a range, or of the last days. */
  readonly 'map.layer': { readonly dataId?: DataId; readonly range?: TimeRange }
  /** Below the charts of a unit. */
  readonly 'charts.below': {
    readonly dataId: DataId
    /** What is in sight. */
    readonly span: NoteSpan
    /** The sources that are drawn. */
    readonly sources: readonly SourceName[]
    /** What a person points at: a moment, or a period. */
    readonly timesOfNew: () => { readonly from: number; readonly to?: number | undefined }
    /** Moves the charts to a note; undefined where there is none. */
    readonly onShow: ((note: UnitNote) => void) | undefined
  }
  /** Among the tools of a chart of a unit, as it is now. `isEmpty`: it has no lines; `comparison`: what they are compared with. */
  readonly 'chart.tool': {
    readonly chart: string
    readonly isEmpty: boolean
    readonly comparison: Comparison | undefined
    readonly look: ToolLook
  }
  /** Among the tools of an event table of a unit. `report`: the report that is chosen; `title`: what people call it. */
  readonly 'events.tool': {
    readonly table: string
    readonly report: string
    readonly title: string
    readonly look: ToolLook
  }
  /** On the Management screen of a unit, among what concerns its records, for admins. */
  readonly 'management.data': { readonly unit: DataDocument }
  /** Beside what can be shown to people without an account. */
  readonly 'screen.share': {
    /** What is on the screen at this moment. */
    readonly thing: () => ShownThing
    /** The name of the thing, where the screen shows several: the part is an icon. */
    readonly name?: string
    readonly size?: string
    readonly className?: string | undefined
    /** How many units it shows; left out: one. */
    readonly units?: number
  }
  /** Beside what moves through the past that a page shows. */
  readonly 'replay.tool': {
    /** The units that are shown. */
    readonly dataIds: readonly DataId[]
    /** Stops at a moment, and says what is shown. */
    readonly pause: () => ShownPast
  }
}

/** What a person looks at. */
export type ShownThing =
  | (OfUnit & { readonly kind: 'overview' })
  | (OfUnit & { readonly kind: 'chart'; readonly chart: string; readonly range: SharedRange })
  | (OfUnit & {
      readonly kind: 'events'
      readonly table: string
      readonly title: string
      readonly range: SharedRange
      readonly filter: OccurrenceFilter
    })
  | { readonly kind: 'incident'; readonly incidentID: number; readonly title: string }
  | {
      readonly kind: 'map'
      readonly dataIds: readonly DataId[]
      /** The moment that is looked at, in epoch milliseconds; undefined: now. */
      readonly at: number | undefined
    }

interface OfUnit {
  readonly dataId: DataId
  readonly unitName: string
}

/** How the button of a tool looks among its neighbours, and the size of its icon, where that is not as it comes. */
export interface ToolLook extends Pick<ActionIconProps, 'variant' | 'size' | 'color' | 'className'> {
  readonly iconSize?: string
}

export interface ShownPast {
  readonly range: TimeRange
  readonly at: number
  readonly known: 'now' | 'then'
  /** The units that are shown, first those that something happened to. */
  readonly dataIds: readonly DataId[]
}

export interface SlotPart<Name extends keyof Slots> {
  /** The extension whose part it is. */
  readonly extension: string
  readonly Part: ComponentType<Slots[Name]>
}

/** A moment or a period of a unit that has a menu: an event, a change of an alert, where the unit is on a map. */
export interface UnitMoment {
  readonly dataId: DataId
  /** Such as an event with its start. */
  readonly title: string
  readonly from: number
  /** Left out: a moment. */
  readonly to?: number | undefined
  /** What is looked at around it. */
  readonly around: TimeRange
}

/** An entry of the menus of such moments, which opens a dialog. */
export interface MomentEntry {
  readonly label: () => string
  /** The label where the entries of several moments are in sight. */
  readonly labelOf: (title: string) => string
  readonly Dialog: ComponentType<{ readonly moment: UnitMoment; readonly onClose: () => void }>
}
