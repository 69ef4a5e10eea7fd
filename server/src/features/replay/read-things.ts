import { MOST_STATE_REQUESTS, type UnitState } from '@fieldwatch/contract/replay/state'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { isAdmin } from '#people/access/access-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { formatTime, formatTimeOrNull } from '#platform/time/format-time.ts'
import type { AsOf } from '#records/store/record-reader.ts'
import { mayRead } from '#records/store/source-policy.ts'
import type { LastRecord } from './last-activity.ts'
import { createStateAlertStore, type TriggeredThen } from './state-alert-store.ts'
import type { AlertReader } from '#features/alerts/alert-audience-store.ts'
import { createStateEventStore, type StateTable } from './state-event-store.ts'
import {
  type ConfigurationThen,
  createStateRequestStore,
  type RequestThen,
  type RequestTimes,
} from './state-request-store.ts'
import type { ActionState } from '@fieldwatch/contract/actions/actions'

/** What happened to units besides their records. */
type UnitThings = Pick<UnitState, 'alerts' | 'occurrences' | 'requests' | 'configurations'>

interface Asked extends AsOf {
  readonly caller: AlertReader
  readonly now: number
}

/** The alerts, occurrences, requests and configurations of units whose reach was checked, as they were at a moment. */
export async function readThings(
  db: Db,
  { at, arrivedBy, caller, now }: Asked,
  units: ReadonlyMap<DataId, readonly LastRecord[]>,
): Promise<(dataId: DataId) => UnitThings> {
  const dataIds = [...units.keys()]
  // The portal noted these at their times: nothing of them was known later than it happened.
  const known = Math.min(at, arrivedBy ?? Infinity)
  const requests = createStateRequestStore(db)
  const [alerts, occurrences, sent, configurations] = await Promise.all([
    createStateAlertStore(db).listTriggered(dataIds, caller, { at, notedBy: arrivedBy }),
    readOccurrences(db, { at, arrivedBy, caller, now }, units),
    isAdmin(caller)
      ? requests.listRequests(dataIds, caller.reach, { at: known, most: MOST_STATE_REQUESTS })
      : Promise.resolve([]),
    requests.listConfigurations(dataIds, known),
  ])
  const alertsOf = Map.groupBy(alerts, ({ dataId }) => dataId)
  const sentTo = Map.groupBy(sent, ({ dataId }) => dataId)
  const configurationsOf = Map.groupBy(configurations, ({ dataId }) => dataId)
  return (dataId) => ({
    alerts: (alertsOf.get(dataId) ?? []).map(shownAlert),
    occurrences: occurrences.get(dataId) ?? [],
    requests: (sentTo.get(dataId) ?? []).map((request) => shownRequest(request, known)),
    configurations: (configurationsOf.get(dataId) ?? []).map(shownConfiguration),
  })
}

/**
 * What was known then is what the last record that had arrived says: an occurrence was open if that record is in it, unless the source was
 * silent for too long afterwards.
 */
async function readOccurrences(
  db: Db,
  { at, arrivedBy, caller, now }: Asked,
  units: ReadonlyMap<DataId, readonly LastRecord[]>,
): Promise<ReadonlyMap<DataId, UnitThings['occurrences']>> {
  const store = createStateEventStore(db)
  const tables = (await store.listTables([...units.keys()])).filter(({ sources }) => mayRead(caller, ...sources))
  const momentOf = (table: StateTable): number[] => {
    if (arrivedBy === undefined) return [at]
    const last = units.get(table.dataId)?.find(({ name }) => name === table.source)?.record.at
    return last === undefined || last + table.gapMs < at ? [] : [last]
  }
  const moments = tables.flatMap((table) => momentOf(table).map((moment) => ({ table: table.id, at: moment })))
  const open = new Map((await store.listOpen(moments, now)).map((one) => [one.table, one]))
  const found = new Map<DataId, UnitThings['occurrences']>()
  for (const { id, dataId, name, title, comparison } of tables) {
    const one = open.get(id)
    if (one === undefined) continue
    const isEndKnown = arrivedBy === undefined && one.endAt !== null
    const shown = {
      name,
      title,
      comparison,
      startUTC: formatTime(one.startAt),
      endUTC: isEndKnown ? formatTime(one.endAt ?? 0) : null,
      tag: one.tag,
    }
    found.set(dataId, [...(found.get(dataId) ?? []), shown])
  }
  return found
}

function shownAlert(alert: TriggeredThen): UnitThings['alerts'][number] {
  const { alertId: alertID, name, at, value, bound: limit, unitOfMeasure, late, acknowledgedAt, acknowledgedBy } = alert
  const { notifications } = alert
  return {
    alertID,
    name,
    sinceUTC: formatTime(at),
    value,
    limit,
    unitOfMeasure,
    late,
    acknowledgedUTC: formatTimeOrNull(acknowledgedAt),
    acknowledgedBy,
    notifications:
      notifications && notifications.map(({ at: sentAt, ...one }) => ({ ...one, atUTC: formatTime(sentAt) })),
  }
}

function shownRequest(request: RequestThen, at: number): UnitThings['requests'][number] {
  const { state, since } = requestStateAt(request, at)
  return {
    action_id: request.id,
    actionClass: request.actionClass,
    action: request.action,
    createdUTC: formatTime(request.createdAt),
    state,
    sinceUTC: formatTimeOrNull(since),
    status: state === 'answered' ? request.status : null,
  }
}

function shownConfiguration({ actionClass, version, at }: ConfigurationThen): UnitThings['configurations'][number] {
  return { actionClass, version, atUTC: formatTime(at) }
}

/** The state that a request had at a moment. One that was cancelled or expired is answered from its answer on. */
export function requestStateAt(times: RequestTimes, at: number): { state: ActionState; since: number | undefined } {
  const { answeredAt, cancelledAt, expiredAt, notSentAt, handedOverAt } = times
  const all: readonly (readonly [ActionState, number | null])[] = [
    ['answered', answeredAt],
    ['cancelled', cancelledAt],
    ['expired', expiredAt],
    ['not-sent', notSentAt],
    ['handed-over', handedOverAt],
  ]
  for (const [state, since] of all) if (since !== null && since <= at) return { state, since }
  return { state: 'waiting', since: undefined }
}
