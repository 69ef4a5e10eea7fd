import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import { ALERTS_ONLY, type LiveSource } from '@fieldwatch/contract/live-addresses'
import type { Logger } from 'pino'
import type { Places } from '#fleet/places/places.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { isAdmin } from '#people/access/access-policy.ts'
import { getCallerOfSession } from '#people/credentials/authenticator.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Database } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { isOfAdmins, requireMayRead } from '#records/store/source-policy.ts'
import type { SourceStore } from '#records/store/source-store.ts'
import type { StreamPosition } from '#records/telemetry/stream-cursor.ts'
import type { SourceFollower } from './follow-source.ts'
import { createOpenStreams, type OpenStream } from './open-streams.ts'
import type { SseConnection } from './sse-connection.ts'
import { createStreamFeeds } from './stream-feeds.ts'

interface Dependencies {
  database: Database
  bus: Bus
  clock: Clock
  metrics: Metrics
  log: Logger
  sources: SourceStore
  reader: RecordReader
  places: Pick<Places, 'addNearest'>
}

/** Begins a stream that may be opened, on the connection that it is given. */
export type Begin = (connect: (onClose: () => void) => SseConnection) => void

const REPLAYED_MS = 24 * 3_600_000

type StreamKind = 'source' | 'unit' | 'live'

interface PreparedStream extends Pick<OpenStream, 'dataIds' | 'followsViewing' | 'followsReach' | 'isOfAdmins'> {
  /** Begins to send; returns the way to stop. */
  readonly run: (connection: SseConnection) => () => void
}

export type LiveStreams = ReturnType<typeof createLiveStreams>

/** Opens streams for users, and ends them when it is time. */
export function createLiveStreams(dependencies: Dependencies) {
  const { database, bus, clock, metrics, log, sources } = dependencies
  const units = createUnitStore(database.db)
  const feeds = createStreamFeeds({ ...dependencies, db: database.db, units })
  const open = createOpenStreams({
    bus,
    log,
    findCaller: (sessionId) => getCallerOfSession(database.db, sessionId, clock()),
    listInReach: units.listInReach,
  })

  return {
    /**
     * Records of one source, from a position, or since a moment (24 hours ago unless told).
     * @throws DomainError access/forbidden, unit/not-found, data/not-found, request/rate-limited, server/stopping
     */
    openSource: async (caller: Caller, asked: AskedSource): Promise<Begin> => {
      const { dataId, subject, position, since = clock() - REPLAYED_MS } = asked
      return admitted('source', caller, async () => {
        requireMayRead(caller, subject)
        await sources.get(dataId, subject, caller.reach)
        return {
          dataIds: [dataId],
          followsViewing: false,
          followsReach: false,
          isOfAdmins: isOfAdmins(subject),
          run: (connection) => {
            const start = position ?? ({ kind: 'since', from: since } as const)
            const follower = feeds.follow(caller, { dataId, subject, start }, connection)
            void follower.start()
            return follower.stop
          },
        }
      })
    },

    /**
     * The document of one unit.
     * @throws DomainError unit/not-found, request/rate-limited, server/stopping
     */
    openUnit: async (caller: Caller, dataId: DataId): Promise<Begin> => {
      return admitted('unit', caller, async () => {
        await units.getDocument(dataId, caller.reach)
        const run = (connection: SseConnection) => feeds.watchUnits(caller, dataId, connection)
        return { dataIds: [dataId], followsViewing: false, followsReach: false, isOfAdmins: false, run }
      })
    },

    /**
     * Documents of the viewing units or of one and its template, what changes of alerts, and records of several sources, which need not
     * exist yet.
     * @throws DomainError unit/not-found, request/rate-limited, server/stopping
     */
    openLive: async (caller: Caller, { units: watched, sources: listed }: AskedLive): Promise<Begin> => {
      return admitted('live', caller, async () => {
        for (const { subject } of listed) requireMayRead(caller, subject)
        const named = watched === undefined || watched === 'viewing' || watched === ALERTS_ONLY ? [] : [watched]
        const dataIds = [...new Set([...named, ...listed.map(({ dataId }) => dataId)])]
        const inReach = await units.listInReach(dataIds, caller.reach)
        if (inReach.size < dataIds.length) throw new DomainError('unit/not-found')
        return {
          dataIds,
          followsViewing: watched === 'viewing',
          followsReach: watched !== undefined,
          isOfAdmins: listed.some(({ subject }) => isOfAdmins(subject)) || (watched !== undefined && isAdmin(caller)),
          run: (connection) => {
            const stops: (() => void)[] = []
            if (watched !== undefined) stops.push(feeds.watchAlerts(caller, named[0], connection))
            if (watched !== undefined && watched !== ALERTS_ONLY)
              stops.push(feeds.watchUnits(caller, watched, connection))
            for (const dataId of named) stops.push(...feeds.watchNews(caller, dataId, connection))
            const followers = listed.map((source) => feeds.followListed(caller, source, connection))
            void startInTurn(followers)
            return () => {
              for (const stop of [...stops, ...followers.map((follower) => follower.stop)]) stop()
            }
          },
        }
      })
    },

    /** Ends the streams whose session or rights are over; it runs by itself every few seconds. */
    check: open.check,
    /** Says on every stream that it is alive; it runs by itself every 15 seconds. */
    beat: open.beat,
    moveAll: open.moveAll,
    closeAll: open.closeAll,
    close: () => {
      open.close()
      feeds.close()
    },
  }

  /** Takes a place for the stream before it is opened, and frees it when the stream ends or fails to open. */
  async function admitted(kind: StreamKind, caller: Caller, prepare: () => Promise<PreparedStream>): Promise<Begin> {
    const leave = open.admit(caller)
    try {
      const { run, ...about } = await prepare()
      return (connect) => {
        const ends: (() => void)[] = [leave]
        const connection = connect(() => {
          metrics.openStreams.dec({ stream: kind })
          for (const end of ends) end()
        })
        metrics.openStreams.inc({ stream: kind })
        const entry: OpenStream = { ...about, caller, connection }
        open.add(entry)
        ends.push(() => open.remove(entry), run(connection))
      }
    } catch (error) {
      leave()
      throw error
    }
  }
}

interface AskedSource {
  dataId: DataId
  subject: SourceName
  /** Where the reader stopped before. */
  position: StreamPosition | undefined
  /** Epoch milliseconds. */
  since: number | undefined
}

interface AskedLive {
  units: DataId | 'viewing' | typeof ALERTS_ONLY | undefined
  sources: readonly LiveSource[]
}

/** Starts one follower after the other, so that a page with many sources does not take every database connection. */
async function startInTurn(followers: readonly SourceFollower[]): Promise<void> {
  for (const follower of followers) await follower.start()
}
