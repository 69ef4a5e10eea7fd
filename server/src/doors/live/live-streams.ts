import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { ALERTS_ONLY, type LiveSource } from '@fieldwatch/contract/api/live-addresses'
import type { FleetReader } from '#fleet/units/fleet-reader.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { isAdmin } from '#people/access/access-policy.ts'
import { reloadCaller } from '#people/credentials/authenticator.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { isOfAdmins, requireMayRead } from '#records/store/source-policy.ts'
import type { SourceStore } from '#records/store/source-store.ts'
import type { StreamPosition } from '#doors/telemetry/stream-cursor.ts'
import { followInTurn } from './follow-source.ts'
import { type Begin, createOpenStreams, ENDS_WITH_UNITS } from './open-streams.ts'
import type { NewsFeeds } from './news-feed.ts'
import type { SseConnection } from './sse-connection.ts'
import { createStreamFeeds, type StreamFeeds } from './stream-feeds.ts'

interface Dependencies extends Pick<Platform, 'database' | 'bus' | 'clock' | 'metrics' | 'log'> {
  sources: SourceStore
  reader: RecordReader
  fleet: FleetReader
  news: NewsFeeds
}

interface AskedSource {
  dataId: DataId
  subject: SourceName
  /** Where the reader stopped before. */
  position: StreamPosition | undefined
  /** Epoch milliseconds; 24 hours ago by default. */
  since: number | undefined
}

interface AskedLive {
  units: DataId | 'viewing' | typeof ALERTS_ONLY | undefined
  sources: readonly LiveSource[]
  /** The `asOf` of the columns of the viewing units that the reader has. */
  since?: string | undefined
}

const REPLAYED_MS = DAY_MS

export type LiveStreams = ReturnType<typeof createLiveStreams>

/** Judges who may open which stream, opens it, and ends it when it is time. */
export function createLiveStreams(dependencies: Dependencies) {
  const { database, clock, sources } = dependencies
  const units = createUnitStore(database.db)
  const feeds = createStreamFeeds({ ...dependencies, db: database.db })
  const { open, ...streams } = createOpenStreams({
    ...dependencies,
    findCaller: (caller) => reloadCaller(database.db, caller, clock()),
    listInReach: units.listInReach,
  })

  return {
    /**
     * Records of one source, from a position, or since a moment.
     * @throws DomainError access/forbidden, unit/not-found, data/not-found, request/rate-limited, server/stopping
     */
    openSource: (caller: Caller, asked: AskedSource): Promise<Begin> =>
      open('source', caller, async () => {
        const { dataId, subject, position, since = clock() - REPLAYED_MS } = asked
        requireMayRead(caller, subject)
        await sources.get(dataId, subject, caller.reach)
        return {
          dataIds: [dataId],
          ...ENDS_WITH_UNITS,
          isOfAdmins: isOfAdmins(subject),
          run: (connection) => {
            const start = position ?? ({ kind: 'since', from: since } as const)
            return followInTurn([feeds.follow(caller, { dataId, subject, start }, connection)])
          },
        }
      }),

    /**
     * The document of one unit.
     * @throws DomainError unit/not-found, request/rate-limited, server/stopping
     */
    openUnit: (caller: Caller, dataId: DataId): Promise<Begin> =>
      open('unit', caller, async () => {
        await units.getDocument(dataId, caller.reach)
        const run = (connection: SseConnection) => feeds.watchUnits(caller, { units: dataId }, connection)
        return { dataIds: [dataId], ...ENDS_WITH_UNITS, run }
      }),

    /**
     * Documents of the viewing units or of one and its template, what changes of alerts, and records of several sources, which need not
     * exist yet.
     * @throws DomainError access/forbidden, unit/not-found, request/rate-limited, server/stopping
     */
    openLive: (caller: Caller, asked: AskedLive): Promise<Begin> =>
      open('live', caller, async () => {
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
      }),

    ...streams,

    close: () => {
      streams.close()
      feeds.close()
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
