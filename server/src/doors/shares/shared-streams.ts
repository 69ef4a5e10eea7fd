import type { SessionId, SourceName, UserId } from '@fieldwatch/contract/api/ids'
import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import { SHARED_UNIT } from '@fieldwatch/contract/shares/shared-screens'
import type { ShareId } from '@fieldwatch/contract/shares/shares'
import type { ShownField } from '@fieldwatch/contract/shares/shown-fields'
import type { Logger } from 'pino'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import type { Bus } from '#platform/bus/bus.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import type { SourceStore } from '#records/store/source-store.ts'
import { followSource, REPLAYS, type SourceFollower } from '#doors/live/follow-source.ts'
import type { Begin } from '#doors/live/live-streams.ts'
import { createOpenStreams, type OpenStream } from '#doors/live/open-streams.ts'
import { type Batch, createRecordFeed } from '#doors/live/record-feed.ts'
import type { SseConnection } from '#doors/live/sse-connection.ts'
import { formatPosition } from '#doors/telemetry/stream-cursor.ts'
import { createShareJudge, type JudgeParts, type OpenShare } from './judge-share.ts'
import { createShareStore } from './share-store.ts'

interface Parts extends JudgeParts {
  readonly bus: Bus
  readonly clock: Clock
  readonly metrics: Metrics
  readonly log: Logger
  readonly sources: SourceStore
  readonly reader: RecordReader
}

export type SharedStreams = ReturnType<typeof createSharedStreams>

/** Streams of shared links: new values of what they show. They end with the link, and when what it shows changes. */
export function createSharedStreams({ db, withLooks, bus, clock, metrics, log, sources, reader }: Parts) {
  const feed = createRecordFeed({ bus, sources, log })
  const parts = { feed, reader, findSource: sources.find, gate: createReadGate(REPLAYS) }
  const screens = new WeakMap<Caller, string>()
  const open = createOpenStreams({ bus, log, findCaller, listInReach: createUnitStore(db).listInReach })

  return {
    /**
     * Opens a stream of some of the sources that a link shows. It begins with what comes now: a visitor reads no history by it.
     * @throws DomainError data/not-found, request/rate-limited, server/stopping
     */
    open: (visit: OpenShare, names: readonly SourceName[]): Begin => {
      const followed = names.map((name) => ({ name, fields: liveFieldsOf(visit, name) }))
      if (followed.some(({ fields }) => fields.length === 0)) throw new DomainError('data/not-found')
      const caller = callerOf(visit)
      screens.set(caller, JSON.stringify(visit.screen))
      const leave = open.admit(caller)
      return (connect) => {
        const ends: (() => void)[] = [leave]
        const connection = connect(() => {
          metrics.openStreams.dec({ stream: 'shared' })
          for (const end of ends) end()
        })
        metrics.openStreams.inc({ stream: 'shared' })
        const entry: OpenStream = { connection, caller, dataIds: [visit.dataId], ...NOTHING_ELSE }
        open.add(entry)
        const followers = followed.map((source) => follow(visit, source, connection))
        ends.push(
          () => open.remove(entry),
          ...followers.map(
            ({ stop }) =>
              () =>
                stop(),
          ),
        )
        void startInTurn(followers)
      }
    },
    check: open.check,
    moveAll: open.moveAll,
    closeAll: open.closeAll,
    close: (): void => {
      open.close()
      feed.close()
    },
  }

  /** @throws DomainError share/closed when the link ended, or shows something else by now */
  async function findCaller(before: Caller): Promise<Caller> {
    const share = await createShareStore(db).findById(before.sessionId as string as ShareId)
    const judged = share && (await createShareJudge({ db, withLooks }, clock())(share))
    if (judged?.state !== 'open' || JSON.stringify(judged.screen) !== screens.get(before))
      throw new DomainError('share/closed')
    return callerOf(judged)
  }

  function follow(
    { dataId, share }: OpenShare,
    { name, fields }: { name: SourceName; fields: readonly ShownField[] },
    connection: SseConnection,
  ): SourceFollower {
    const emit = ({ json, position }: Batch): void => {
      const records = (JSON.parse(json) as DataRecord[]).flatMap((record) => shownRecord(record, fields))
      const added = { dataID: SHARED_UNIT, subject: name, cursor: formatPosition(position), records }
      connection.send({ name: 'added', data: JSON.stringify(added) })
    }
    const onError = (error: unknown): void => {
      log.warn({ err: error }, 'stream failed')
      connection.close()
    }
    const person = share.id as string as UserId
    const start = { kind: 'now' } as const
    return followSource(parts, { dataId, subject: name, start, connection, person, emit, onError })
  }
}

const NOTHING_ELSE = { followsViewing: false, followsReach: false, isOfAdmins: false } as const

/** The fields of a source that go on with the time; a period of the past does not. */
function liveFieldsOf({ screen, fields }: OpenShare, name: SourceName): readonly ShownField[] {
  if (screen.kind === 'chart' && screen.range.kind === 'between') return []
  return fields.filter(({ source }) => source === name)
}

/** A link counts as a caller of its own wherever callers are counted, and has no rights by itself. */
function callerOf({ share, actor: { entity, reach } }: OpenShare): Caller {
  const id = share.id as string
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

/** Starts one follower after the other, so that a screen with many sources does not take every database connection. */
async function startInTurn(followers: readonly SourceFollower[]): Promise<void> {
  for (const follower of followers) await follower.start()
}
