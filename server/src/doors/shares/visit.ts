import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { SHARED_CHART, SHARED_UNIT, type SharedScreen } from '@fieldwatch/contract/shares/shared-screens'
import type { SharedRange } from '@fieldwatch/contract/shares/shares'
import { fieldsOfChart, fieldsOfOverview, type ShownField } from '@fieldwatch/contract/shares/shown-fields'
import type { Chart } from '@fieldwatch/contract/widgets/chart'
import type { Actor } from '#people/access/person-store.ts'

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

/** What someone without a session may read at this moment: a screen, and the data that it is drawn from. */
export interface Visit {
  /** Of the link, or of the screen that was paired. */
  readonly id: string
  /** By whose reach it was judged. */
  readonly actor: Actor
  readonly screen: SharedScreen
  /** By the name that the visitor has for each. */
  readonly units: ReadonlyMap<DataId, ShownUnit>
  /** Likewise. */
  readonly charts: ReadonlyMap<string, ShownChart>
  /** The units whose positions it shows, by those names. */
  readonly placed: ReadonlyMap<DataId, DataId>
  /** The entities whose triggered alerts it lists; none for a screen without such a list. */
  readonly alertsOf: readonly EntityId[]
}

/** Those whose pass begins in one way. */
export interface Visitors {
  readonly prefix: string
  /** What the bearer of a pass may read at this moment. @throws DomainError share/closed */
  readonly find: (pass: string, about: { readonly address: string }) => Promise<Visit>
  /** The same for an open stream, by the id of the visit. Undefined when it ended. */
  readonly findAgain: (id: string) => Promise<Visit | undefined>
}

/** The data of a screen that shows one unit. */
export function dataOfUnit(
  dataId: DataId,
  screen: SharedScreen,
): Pick<Visit, 'units' | 'charts' | 'placed' | 'alertsOf'> {
  const nothing = { units: new Map(), charts: new Map(), placed: new Map(), alertsOf: [] }
  if (screen.kind === 'overview') {
    const fields = fieldsOfOverview(screen.overview)
    return { ...nothing, units: new Map([[SHARED_UNIT, { dataId, current: fields, live: fields }]]) }
  }
  if (screen.kind !== 'chart') return nothing
  const { chart, range } = screen
  // A period of the past does not go on with the time.
  const live = range.kind === 'last' ? fieldsOfChart(chart) : []
  return {
    ...nothing,
    units: new Map([[SHARED_UNIT, { dataId, current: [], live }]]),
    charts: new Map([[SHARED_CHART, { dataId, chart, range }]]),
  }
}
