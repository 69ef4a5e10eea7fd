import type { StateStep, StateStepKind } from '@fieldwatch/contract/replay/state-steps'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { isAdmin } from '#people/access/access-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { formatTime } from '#platform/time/format-time.ts'
import { mayRead } from '#records/store/source-policy.ts'
import type { AlertReader } from '#features/alerts/alert-audience-store.ts'
import { createStateEventStore } from './state-event-store.ts'
import { createStateFactsStore } from './state-facts-store.ts'
import { createStateStepStore, type FoundStep } from './state-step-store.ts'

interface Asked extends TimeRange {
  readonly dataIds: readonly DataId[]
  readonly caller: AlertReader
  readonly kinds: readonly StateStepKind[] | undefined
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly now: number
}

/** The moments at which something began or ended of units in reach. */
export async function listSteps(
  db: Db,
  { dataIds, caller, kinds, now, ...range }: Asked,
): Promise<{ steps: StateStep[]; more: boolean }> {
  const units = await createStateFactsStore(db).listUnits(dataIds, caller.reach, now)
  const inReach = units.map(({ dataId }) => dataId)
  const isAsked = (kind: StateStepKind): boolean => kinds === undefined || kinds.includes(kind)
  const store = createStateStepStore(db)
  // One more than are shown says whether there are more.
  const asked = { ...range, limit: range.limit + 1 }
  const [events, alerts, requests] = await Promise.all([
    isAsked('event') ? listOfEvents() : [],
    isAsked('alert') ? store.listOfAlerts(inReach, caller, asked) : [],
    isAsked('request') && isAdmin(caller) ? store.listOfRequests(inReach, caller.reach, asked) : [],
  ])
  const sign = range.direction === 'asc' ? 1 : -1
  const all = [...events, ...alerts, ...requests].sort((one, other) => sign * (one.at - other.at))
  return { steps: all.slice(0, range.limit).map(shownStep), more: all.length > range.limit }

  async function listOfEvents(): Promise<FoundStep[]> {
    const tables = await createStateEventStore(db).listTables(inReach)
    const readable = tables.flatMap(({ id, sources }) => (mayRead(caller, ...sources) ? [id] : []))
    return store.listOfEvents(readable, now, asked)
  }
}

function shownStep({ at, dataId, ...step }: FoundStep): StateStep {
  return { ...step, atUTC: formatTime(at), dataID: dataId }
}
