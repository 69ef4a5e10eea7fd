import type { DataId, SessionId, UserId } from '@fieldwatch/contract/api/ids'
import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import type { LiveSource } from '@fieldwatch/contract/api/live-addresses'
import type { ShownField } from '@fieldwatch/contract/visitors/shown-fields'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { SourceStore } from '#records/store/source-store.ts'
import { followInTurn, followSource, REPLAYS, type SourceFollower } from '#doors/live/follow-source.ts'
import { type Begin, createOpenStreams, ENDS_WITH_UNITS } from '#doors/live/open-streams.ts'
import { type Batch, createRecordFeed } from '#doors/live/record-feed.ts'
import type { SseConnection } from '#doors/live/sse-connection.ts'
import { formatPosition } from '#doors/telemetry/stream-cursor.ts'
import type { Visit, Visitors } from './visit.ts'

interface Parts extends Pick<Platform, 'db' | 'bus' | 'metrics' | 'log'> {
  /** The visitors of links, and of extensions. */
  readonly visitors: readonly Visitors[]
  readonly sources: SourceStore
  readonly reader: RecordReader
}

export type SharedStreams = ReturnType<typeof createSharedStreams>

/** Streams of those without a session, such as visitors of shared links: new values of what they show. They end with the visit, and when what it shows changes. */
export function createSharedStreams({ db, bus, visitors, metrics, log, sources, reader }: Parts) {
  const feed = createRecordFeed({ bus, sources, log })
  const parts = { feed, reader, findSource: sources.find, gate: createReadGate(REPLAYS) }
  const visits = new WeakMap<Caller, Visit>()
  const { open, ...streams } = createOpenStreams({
    bus,
    metrics,
    log,
    findCaller,
    listInReach: createUnitStore(db).listInReach,
  })

  return {
    /**
     * Opens a stream of some of the sources that a screen shows. It begins with what comes now: a visitor reads no history by it.
     * @throws DomainError data/not-found, request/rate-limited, server/stopping
     */
    open: (visit: Visit, listed: readonly LiveSource[]): Promise<Begin> => {
      const caller = callerOf(visit)
      visits.set(caller, visit)
      return open('shared', caller, async () => {
        const followed = listed.map((source) => ({ source, ...liveOf(visit, source) }))
        const run = (connection: SseConnection) => followInTurn(followed.map((one) => follow(visit, one, connection)))
        return { dataIds: unitsOf(visit), ...ENDS_WITH_UNITS, run }
      })
    },
    ...streams,
    close: (): void => {
      streams.close()
      feed.close()
    },
  }

  /** @throws DomainError share/closed when the visit ended, or shows something else by now */
  async function findCaller(before: Caller): Promise<Caller> {
    const visit = visits.get(before)
    const again = visit && (await findAgain(visit.id))
    if (again === undefined || JSON.stringify(again.screen) !== JSON.stringify(visit?.screen))
      throw new DomainError('share/closed')
    return callerOf(again)
  }

  async function findAgain(id: string): Promise<Visit | undefined> {
    for (const { findAgain: findOf } of visitors) {
      const visit = await findOf(id)
      if (visit !== undefined) return visit
    }
    return undefined
  }

  function follow(
    { id }: Visit,
    { source: { dataId: unit, subject }, dataId, fields }: Followed,
    connection: SseConnection,
  ): SourceFollower {
    const emit = ({ json, position }: Batch): void => {
      const records = (JSON.parse(json) as DataRecord[]).flatMap((record) => shownRecord(record, fields))
      const added = { dataID: unit, subject, cursor: formatPosition(position), records }
      connection.send({ name: 'added', data: JSON.stringify(added) })
    }
    const onError = (error: unknown): void => {
      log.warn({ err: error }, 'stream failed')
      connection.close()
    }
    const start = { kind: 'now' } as const
    return followSource(parts, { dataId, subject, start, connection, person: id as UserId, emit, onError })
  }
}

interface Followed {
  /** As the visitor names it. */
  readonly source: LiveSource
  readonly dataId: DataId
  readonly fields: readonly ShownField[]
}

/** @throws DomainError data/not-found for what does not go on with the time, or is not on the screen */
function liveOf({ units }: Visit, { dataId: unit, subject }: LiveSource): Omit<Followed, 'source'> {
  const shown = units.get(unit)
  const fields = shown?.live.filter(({ source }) => source === subject) ?? []
  if (shown === undefined || fields.length === 0) throw new DomainError('data/not-found')
  return { dataId: shown.dataId, fields }
}

function unitsOf({ units, placed }: Visit): DataId[] {
  return [...new Set([...[...units.values()].map(({ dataId }) => dataId), ...placed.values()])]
}

/** A visit counts as a caller of its own wherever callers are counted, and has no rights by itself. */
function callerOf({ id, actor: { entity, reach } }: Visit): Caller {
  return {
    userId: id as UserId,
    sessionId: id as SessionId,
    role: 'viewer',
    permissions: [],
    entity,
    reach,
    viewing: reach,
  }
}

function shownRecord(record: DataRecord, fields: readonly ShownField[]): object[] {
  const shown = fields.flatMap(({ field }) => (Object.hasOwn(record, field) ? [[field, record[field]]] : []))
  if (shown.length === 0) return []
  const { messageUTC, recieveUTC } = record
  return [{ messageUTC, recieveUTC, ...Object.fromEntries(shown) }]
}
