import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { ALERTS_ONLY, type LiveSource } from '@fieldwatch/contract/api/live-addresses'
import type { UnitStore } from '#fleet/units/unit-store.ts'
import { isAdmin } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Clock } from '#platform/time/clock.ts'
import { isOfAdmins, requireMayRead } from '#records/store/source-policy.ts'
import type { SourceStore } from '#records/store/source-store.ts'
import type { StreamPosition } from '#doors/telemetry/stream-cursor.ts'
import { followInTurn } from './follow-source.ts'
import { ENDS_WITH_UNITS, type PreparedStream } from './open-streams.ts'
import type { SseConnection } from './sse-connection.ts'
import type { StreamFeeds } from './stream-feeds.ts'

interface Dependencies {
  units: UnitStore
  sources: SourceStore
  feeds: StreamFeeds
  clock: Clock
}

export interface AskedSource {
  dataId: DataId
  subject: SourceName
  /** Where the reader stopped before. */
  position: StreamPosition | undefined
  /** Epoch milliseconds; 24 hours ago by default. */
  since: number | undefined
}

export interface AskedLive {
  units: DataId | 'viewing' | typeof ALERTS_ONLY | undefined
  sources: readonly LiveSource[]
  /** The `asOf` of the columns of the viewing units that the reader has. */
  since?: string | undefined
}

const REPLAYED_MS = DAY_MS

/** Judges who may open which stream, and says what flows in it. */
export function createStreamPreparation({ units, sources, feeds, clock }: Dependencies) {
  return {
    /** @throws DomainError access/forbidden, unit/not-found, data/not-found */
    source: async (caller: Caller, asked: AskedSource): Promise<PreparedStream> => {
      const { dataId, subject, position, since = clock() - REPLAYED_MS } = asked
      requireMayRead(caller, subject)
      await sources.get(dataId, subject, caller.reach)
      return {
        dataIds: [dataId],
        ...ENDS_WITH_UNITS,
        isOfAdmins: isOfAdmins(subject),
        run: (connection) => {
          const start = position ?? ({ kind: 'since', from: since } as const)
          const follower = feeds.follow(caller, { dataId, subject, start }, connection)
          void follower.start()
          return follower.stop
        },
      }
    },

    /** @throws DomainError unit/not-found */
    unit: async (caller: Caller, dataId: DataId): Promise<PreparedStream> => {
      await units.getDocument(dataId, caller.reach)
      const run = (connection: SseConnection) => feeds.watchUnits(caller, { units: dataId }, connection)
      return { dataIds: [dataId], ...ENDS_WITH_UNITS, run }
    },

    /** @throws DomainError access/forbidden, unit/not-found */
    live: async (caller: Caller, asked: AskedLive): Promise<PreparedStream> => {
      const { units: watched, sources: listed } = asked
      for (const { subject } of listed) requireMayRead(caller, subject)
      const dataIds = [...new Set([...namedUnit(asked), ...listed.map(({ dataId }) => dataId)])]
      const inReach = await units.listInReach(dataIds, caller.reach)
      if (inReach.size < dataIds.length) throw new DomainError('unit/not-found')
      return {
        dataIds,
        followsViewing: watched === 'viewing',
        followsReach: watched !== undefined,
        isOfAdmins: listed.some(({ subject }) => isOfAdmins(subject)) || (watched !== undefined && isAdmin(caller)),
        run: (connection) => runLive(feeds, caller, asked, connection),
      }
    },
  }
}

function runLive(feeds: StreamFeeds, caller: Caller, asked: AskedLive, connection: SseConnection): () => void {
  const { units: watched, sources: listed, since } = asked
  const [named] = namedUnit(asked)
  const stops: (() => void)[] = []
  if (watched !== undefined) stops.push(feeds.watchAlerts(caller, named, connection))
  if (watched === ALERTS_ONLY) stops.push(feeds.watchGallery(caller, connection))
  if (watched !== undefined && watched !== ALERTS_ONLY)
    stops.push(
      feeds.watchUnits(caller, { units: watched, since }, connection),
      ...feeds.watchThings(caller, connection),
    )
  if (named !== undefined) stops.push(...feeds.watchNews(caller, named, connection))
  stops.push(followInTurn(listed.map((source) => feeds.followListed(caller, source, connection))))
  return () => {
    for (const stop of stops) stop()
  }
}

/** The one unit whose document is watched, if it is one. */
function namedUnit({ units }: AskedLive): readonly DataId[] {
  return units === undefined || units === 'viewing' || units === ALERTS_ONLY ? [] : [units]
}
