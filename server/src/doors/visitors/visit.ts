import { hash } from 'node:crypto'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { OccurrenceFilter } from '@fieldwatch/contract/events/events'
import {
  SHARED_CHART,
  SHARED_UNIT,
  type SharedPosition,
  type SharedScreen,
} from '@fieldwatch/contract/visitors/shared-screens'
import type { SharedRange } from '@fieldwatch/contract/visitors/shared-range'
import { fieldsOfChart, fieldsOfOverview, type ShownField } from '@fieldwatch/contract/visitors/shown-fields'
import type { Chart } from '@fieldwatch/contract/widgets/chart'
import type { Actor } from '#people/access/person-store.ts'
import type { UnitScreen } from './shared-screen.ts'

/** What a visitor reads of a unit. */
export interface ShownUnit {
  readonly dataId: DataId
  /** Whose newest values the screen shows. */
  readonly current: readonly ShownField[]
  /** Whose new values come by the stream. */
  readonly live: readonly ShownField[]
}

export interface ShownChart {
  readonly dataId: DataId
  readonly chart: Chart
  readonly range: SharedRange
}

export interface ShownEvents {
  /** The id of the event table. */
  readonly table: number
  readonly columns: readonly string[]
  readonly range: SharedRange
  readonly filter: OccurrenceFilter
}

/** The data that a screen is drawn from. */
export interface ShownData {
  /** By the name that the visitor has for each. */
  readonly units: ReadonlyMap<DataId, ShownUnit>
  /** Likewise. */
  readonly charts: ReadonlyMap<string, ShownChart>
  /** The units whose positions it shows, by those names. */
  readonly placed: ReadonlyMap<DataId, DataId>
  /** Where they were, for a map that stays as it is. */
  readonly frozen: readonly SharedPosition[] | undefined
  readonly events: ShownEvents | undefined
  /** The id of an incident. */
  readonly incident: number | undefined
}

/** What someone without a session may read at this moment: a screen, and its data. */
export interface Visit extends ShownData {
  /** The id of the link, or of the thing to which an extension gave a pass. */
  readonly id: string
  /** By whose reach it was judged. */
  readonly actor: Actor
  readonly screen: SharedScreen
}

/** Those whose pass begins in one way. */
export interface Visitors {
  readonly prefix: string
  /** What the bearer of a pass may read at this moment. @throws DomainError share/closed */
  readonly find: (pass: string, about: { readonly address: string }) => Promise<Visit>
  /** The same for an open stream, by the id of the visit. Undefined when it ended. */
  readonly findAgain: (id: string) => Promise<Visit | undefined>
}

export const NO_DATA: ShownData = {
  units: new Map(),
  charts: new Map(),
  placed: new Map(),
  frozen: undefined,
  events: undefined,
  incident: undefined,
}

/** How visitors know a unit of a screen: not by its dataID, and always by the same name. */
export function nameForVisitors(seed: string, dataId: string): DataId {
  return `u${hash('sha256', `${seed}\n${dataId}`, 'hex').slice(0, 20)}` as DataId
}

/** The data of an overview or a chart. */
export function dataOfUnit(dataId: DataId, screen: UnitScreen): ShownData {
  if (screen.kind === 'overview') {
    const fields = fieldsOfOverview(screen.overview)
    return { ...NO_DATA, units: new Map([[SHARED_UNIT, { dataId, current: fields, live: fields }]]) }
  }
  const { chart, range } = screen
  // A period of the past does not go on with the time.
  const live = range.kind === 'last' ? fieldsOfChart(chart) : []
  return {
    ...NO_DATA,
    units: new Map([[SHARED_UNIT, { dataId, current: [], live }]]),
    charts: new Map([[SHARED_CHART, { dataId, chart, range }]]),
  }
}
