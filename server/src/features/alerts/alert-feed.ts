import type { AlertId } from '@fieldwatch/contract/api/ids'
import type { LiveAlerts } from '@fieldwatch/contract/telemetry/live'
import { isAdmin, mayReach } from '#people/access/access-policy.ts'
import { afterMisses } from '#platform/bus/after-misses.ts'
import type { BusEvents } from '#platform/bus/bus.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { AlertAudienceStore, Audience } from './alert-audience-store.ts'
import { type AlertWatcher, createNewsFeed, REST_MS } from '#doors/live/news-feed.ts'
import type { SseConnection } from '#doors/live/sse-connection.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'log'> {
  audiences: AlertAudienceStore
}

type Change = BusEvents['alert-changed']

/** Changes within this time are sent together. */
const GATHER_MS = 50
/** And while much changes, within this. */
const BUSY_MS = 250

/** Tells the streams of those who may see an alert that it changed: its state on a unit, what someone did about it, or itself. */
export function createAlertFeed({ audiences, bus, log }: Dependencies) {
  const watchers = new Set<AlertWatcher>()
  let gathered: Change[] = []
  let timer: NodeJS.Timeout | undefined
  return createNewsFeed(watchers, [
    bus.subscribe('alert-changed', (change) => {
      if (watchers.size === 0) return
      gathered.push(change)
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
    }),
    // Listeners read all alerts of the unit again.
    afterMisses({ bus, log, pauseMs: REST_MS }, () => {
      for (const { connection } of watchers) send(connection, [])
    }),
    () => clearTimeout(timer),
  ])

  /** One after the other: what changes in the meantime is gathered. */
  async function flush(): Promise<void> {
    const changes = gathered
    gathered = []
    try {
      await notify(changes)
    } catch (error) {
      log.warn({ err: error }, 'pushing alert changes failed')
      // A client that reconnects asks for its alerts again.
      for (const { connection } of watchers) connection.close()
    }
    timer = gathered.length === 0 ? undefined : setTimeout(() => void flush(), BUSY_MS).unref()
  }

  async function notify(changes: readonly Change[]): Promise<void> {
    const known = await audiences.listAudiences([...new Set(changes.map(({ alertId }) => alertId))])
    const left = changes.flatMap(({ alertId, left: gone }) => (gone === undefined ? [] : [{ alertId, ...gone }]))
    const byUnit = Map.groupBy(changes, ({ dataId }) => dataId)
    const ofAll = byUnit.get(undefined) ?? []
    for (const { caller, only, connection } of watchers) {
      const about = only === undefined ? changes : [...ofAll, ...(byUnit.get(only) ?? [])]
      if (about.length === 0) continue
      const changed = new Set(about.map(({ alertId }) => alertId))
      const alertIDs = await listSeen(caller, changed, [...known, ...left])
      if (alertIDs.length === 0) continue
      send(connection, alertIDs)
    }
  }

  /** Which of the changed alerts exist for the person, or did until now; as `requireMaySee` has it. */
  async function listSeen(
    caller: Caller,
    changed: ReadonlySet<AlertId>,
    changes: readonly Audience[],
  ): Promise<AlertId[]> {
    const seen = new Set<AlertId>()
    const farther: AlertId[] = []
    for (const { alertId, entity, people, ofAdmins } of changes) {
      if (!changed.has(alertId) || (ofAdmins && !isAdmin(caller))) continue
      const isOfPerson = people.includes(caller.userId)
      if (mayReach(caller, entity)) {
        if (isOfPerson || isAdmin(caller)) seen.add(alertId)
      } else if (isOfPerson) farther.push(alertId)
    }
    const reached = farther.length === 0 ? [] : await audiences.listWithUnits(farther, caller.reach)
    return [...new Set([...seen, ...reached])]
  }
}

function send(connection: SseConnection, alertIDs: AlertId[]): void {
  const event: LiveAlerts = { alertIDs }
  connection.send({ name: 'alerts', data: JSON.stringify(event) })
}
