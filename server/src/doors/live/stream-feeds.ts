import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { LiveSource } from '@fieldwatch/contract/api/live-addresses'
import type { FleetReader } from '#fleet/units/fleet-reader.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { parseAsOf, rightsOf } from '#fleet/units/as-of.ts'
import { createUnitColumnsStore } from '#fleet/units/unit-columns-store.ts'
import { isAdmin } from '#people/access/access-policy.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { SourceStore } from '#records/store/source-store.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import { formatPosition, parsePosition } from '#doors/telemetry/stream-cursor.ts'
import { type Followed, type FollowParts, followSource, REPLAYS, type SourceFollower } from './follow-source.ts'
import { type Batch, createRecordFeed } from './record-feed.ts'
import { createEntityFeed, createUnitNews, type NewsFeeds } from './news-feed.ts'
import type { SseConnection } from './sse-connection.ts'
import { createTemplateFeed } from './template-feed.ts'
import { createUnitFeed } from './unit-feed.ts'

interface Dependencies extends Pick<Platform, 'db' | 'bus' | 'log'> {
  sources: SourceStore
  reader: RecordReader
  fleet: FleetReader
  news: NewsFeeds
}

export type StreamFeeds = ReturnType<typeof createStreamFeeds>

/** What streams send: records of sources, documents of units, and news of templates, occurrences, requests and alerts. */
export function createStreamFeeds({ db, bus, log, sources, reader, fleet, news }: Dependencies) {
  const records = createRecordFeed({ bus, sources, log })
  const documents = createUnitFeed({ fleet, bus, log, now: () => performance.now() })
  const columns = createUnitColumnsStore(db)
  const templates = createTemplateFeed({ templates: createTemplateStore(db), bus, log })
  const ofEntities = [
    ...(['labels', 'places'] as const).map((name) =>
      createEntityFeed(
        { bus, log },
        { name, follow: (notify) => [bus.subscribe(`${name}-changed`, ({ entity }) => notify([entity]))] },
      ),
    ),
    createEntityFeed(
      { bus, log },
      {
        name: 'things',
        follow: (notify) => [bus.subscribe('things-changed', ({ kind, entity }) => notify([entity], kind))],
      },
    ),
  ]
  const galleries = createEntityFeed({ bus, log }, { name: 'templates', follow: followGalleries({ db, bus, log }) })
  const ofUnits = createUnitNews({ bus, log }, 'things')
  const requests = createUnitNews({ bus, log }, 'requests')
  const parts: FollowParts = { feed: records, reader, findSource: sources.find, gate: createReadGate(REPLAYS) }

  return {
    /** Documents of the viewing units, or what changed of them `since` they were read, or the document of one. Returns the way to stop. */
    watchUnits: (
      caller: Caller,
      { units: watched, since }: { units: DataId | 'viewing'; since?: string | undefined },
      connection: SseConnection,
    ): (() => void) => {
      const only = watched === 'viewing' ? undefined : watched
      const entities = only === undefined ? caller.viewing : caller.reach
      const findAge = only !== undefined || since === undefined ? undefined : () => ageOf(caller, since)
      const { userId: person, reach } = caller
      const watch = { person, entities, reach, only, connection, onGone: () => connection.close(), findAge }
      const watching = documents.watch(watch).catch((error: unknown) => {
        failing(connection)(error)
        return () => false
      })
      return () => void watching.then((stop) => stop())
    },

    /** Newer versions of the unit's template, and changes of its occurrences, of what extensions keep about it and, for admins, of its requests. Returns the ways to stop. */
    watchNews: (caller: Caller, dataId: DataId, connection: SseConnection): (() => void)[] => [
      templates.watch({ dataId, connection }),
      news.occurrences.watch({ dataId, connection }),
      ofUnits.watch({ dataId, connection }),
      ...(isAdmin(caller) ? [requests.watch({ dataId, connection })] : []),
    ],

    /** What changes of the alerts that the caller sees, of one unit or of all. Returns the way to stop. */
    watchAlerts: (caller: Caller, only: DataId | undefined, connection: SseConnection): (() => void) =>
      news.alerts.watch({ caller, only, connection }),

    /** That labels, places or what extensions keep in reach changed. Returns the ways to stop. */
    watchThings: ({ reach }: Caller, connection: SseConnection): (() => void)[] =>
      ofEntities.map(({ watch }) => watch({ reach, connection })),

    /** That shared templates in reach changed, or which units have them. Returns the way to stop. */
    watchGallery: ({ reach }: Caller, connection: SseConnection): (() => void) =>
      galleries.watch({ reach, connection }),

    /** Records of the one source of a stream. */
    follow: (
      caller: Caller,
      asked: Pick<Followed, 'dataId' | 'subject' | 'start'>,
      connection: SseConnection,
    ): SourceFollower => {
      const emit = ({ json, position }: Batch): void =>
        connection.send({ name: 'added', id: formatPosition(position), data: json })
      return followSource(parts, { ...asked, ...about(caller, connection), emit })
    },

    /** Records of one of several sources of a stream, each with its name and cursor. */
    followListed: (
      caller: Caller,
      { dataId, subject, cursor }: LiveSource,
      connection: SseConnection,
    ): SourceFollower => {
      const emit = ({ json, position }: Batch): void => {
        const head = JSON.stringify({ dataID: dataId, subject, cursor: formatPosition(position) })
        connection.send({ name: 'added', data: `${head.slice(0, -1)},"records":${json}}` })
      }
      const start = (cursor === undefined ? undefined : parsePosition(cursor)) ?? ({ kind: 'now' } as const)
      return followSource(parts, { dataId, subject, start, ...about(caller, connection), emit })
    },

    close: (): void => {
      const feeds = [documents, templates, ...Object.values(news), ofUnits, requests, ...ofEntities, galleries, records]
      for (const { close } of feeds) close()
    },
  }

  /** Undefined when it was read with other rights. */
  async function ageOf(caller: Caller, since: string): Promise<number | undefined> {
    const asOf = parseAsOf(since)
    return asOf === undefined || asOf.rights !== rightsOf(caller) ? undefined : columns.findAge(asOf.readAt)
  }

  function about({ userId: person }: Caller, connection: SseConnection) {
    return { connection, person, onError: failing(connection) }
  }

  function failing(connection: SseConnection): (error: unknown) => void {
    return (error) => {
      log.warn({ err: error }, 'stream failed')
      connection.close()
    }
  }
}

/** Tells of which entities the shared templates changed, or which units have them. */
function followGalleries({ db, bus, log }: Pick<Dependencies, 'db' | 'bus' | 'log'>) {
  const templates = createTemplateStore(db)
  return (notify: (entities: readonly EntityId[]) => void): readonly (() => void)[] => [
    bus.subscribe('gallery-changed', ({ entities }) => notify(entities)),
    bus.subscribe('template-changed', ({ templateId }) => {
      templates.findEntity(templateId).then(
        (entity) => notify(entity === undefined ? [] : [entity]),
        (error: unknown) => log.warn({ err: error }, 'pushing a template change to galleries failed'),
      )
    }),
  ]
}
