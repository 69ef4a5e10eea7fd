import type { DataId } from '@fieldwatch/contract/api/ids'
import type { FleetReader } from '#fleet/units/fleet-reader.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { reloadCaller } from '#people/credentials/authenticator.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { SourceStore } from '#records/store/source-store.ts'
import { type Begin, createOpenStreams } from './open-streams.ts'
import { type AskedLive, type AskedSource, createStreamPreparation } from './prepare-streams.ts'
import type { NewsFeeds } from './news-feed.ts'
import { createStreamFeeds } from './stream-feeds.ts'

interface Dependencies extends Pick<Platform, 'database' | 'bus' | 'clock' | 'metrics' | 'log'> {
  sources: SourceStore
  reader: RecordReader
  fleet: FleetReader
  news: NewsFeeds
}

export type LiveStreams = ReturnType<typeof createLiveStreams>

/** Opens streams for users, and ends them when it is time. */
export function createLiveStreams(dependencies: Dependencies) {
  const { database, bus, clock, metrics, log, sources } = dependencies
  const units = createUnitStore(database.db)
  const feeds = createStreamFeeds({ ...dependencies, db: database.db })
  const prepare = createStreamPreparation({ units, sources, feeds, clock })
  const open = createOpenStreams({
    bus,
    metrics,
    log,
    findCaller: (caller) => reloadCaller(database.db, caller, clock()),
    listInReach: units.listInReach,
  })

  return {
    /**
     * Records of one source, from a position, or since a moment.
     * @throws DomainError access/forbidden, unit/not-found, data/not-found, request/rate-limited, server/stopping
     */
    openSource: (caller: Caller, asked: AskedSource): Promise<Begin> =>
      open.open('source', caller, () => prepare.source(caller, asked)),

    /**
     * The document of one unit.
     * @throws DomainError unit/not-found, request/rate-limited, server/stopping
     */
    openUnit: (caller: Caller, dataId: DataId): Promise<Begin> =>
      open.open('unit', caller, () => prepare.unit(caller, dataId)),

    /**
     * Documents of the viewing units or of one and its template, what changes of alerts, and records of several sources, which need not
     * exist yet.
     * @throws DomainError access/forbidden, unit/not-found, request/rate-limited, server/stopping
     */
    openLive: (caller: Caller, asked: AskedLive): Promise<Begin> =>
      open.open('live', caller, () => prepare.live(caller, asked)),

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
}
