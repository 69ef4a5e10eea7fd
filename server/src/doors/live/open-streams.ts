import { say } from '@fieldwatch/messages/server-sentences'
import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { isAdmin } from '#people/access/access-policy.ts'
import { isDomainError, DomainError } from '#platform/errors/domain-error.ts'
import { STREAM_MOVED } from '@fieldwatch/contract/api/live-addresses'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { systemPause } from '#platform/time/clock.ts'
import { inSlices } from '#platform/time/in-slices.ts'
import type { SseConnection } from './sse-connection.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'metrics' | 'log'> {
  /** The caller as they are by now. @throws DomainError when the session or the token has ended */
  findCaller: (caller: Caller) => Promise<Caller>
  /** Which of the units are in reach. */
  listInReach: (dataIds: readonly DataId[], reach: readonly EntityId[]) => Promise<ReadonlySet<DataId>>
}

/** What ends a stream, and what it sends. */
export interface PreparedStream {
  /** Units that it names: it ends when one of them leaves the reach. */
  readonly dataIds: readonly DataId[]
  /** Whether it shows the viewing entities: it ends when they change. */
  readonly followsViewing: boolean
  /** Whether its content depends on the reach of the person: it ends when that changes. */
  readonly followsReach: boolean
  /** Whether it has what only admins read: it ends when the person is none any more. */
  readonly isOfAdmins: boolean
  /** Begins to send; returns the way to stop. */
  readonly run: (connection: SseConnection) => () => void
}

/** The settings of a stream that ends with its units alone. */
export const ENDS_WITH_UNITS = { followsViewing: false, followsReach: false, isOfAdmins: false } as const

/** Begins a stream that may be opened, on the connection that it is given. */
export type Begin = (connect: (onClose: () => void) => SseConnection) => void

interface OpenStream extends Omit<PreparedStream, 'run'> {
  readonly connection: SseConnection
  /** Who opened it. */
  readonly caller: Caller
}

const CHECK_MS = 4_000
const BEAT_MS = 15_000
/** The most streams of one user: a tab has one, an integration a few. */
const STREAMS_PER_USER = 64

/**
 * Open streams, kept alive while they are allowed: they end with their session and with the rights that they were opened with.
 */
export function createOpenStreams({ bus, metrics, log, findCaller, listInReach }: Dependencies) {
  const streams = new Set<OpenStream>()
  const places = createPlaces()
  let checked: Promise<void> | undefined
  let checksAgain = false
  let leaving = false
  const stops = [
    bus.subscribe('sessions-ended', ({ sessionIds }) => {
      const ended = new Set(sessionIds)
      closeWhere(({ caller }) => ended.has(caller.sessionId))
    }),
    bus.subscribe('rights-changed', checkSoon),
    bus.subscribe('messages-missed', checkSoon),
  ]
  const checking = setInterval(() => void check(), CHECK_MS)
  const beating = setInterval(beat, BEAT_MS)
  checking.unref()
  beating.unref()

  return {
    /**
     * Opens a stream of a kind. It takes a place before anything is looked up for it, and frees that when it ends or fails to open.
     * @throws DomainError request/rate-limited when the user has too many streams, server/stopping; what `prepare` throws
     */
    open: async (kind: string, caller: Caller, prepare: () => Promise<PreparedStream>): Promise<Begin> => {
      if (leaving) throw new DomainError('server/stopping')
      const leave = places.take(caller.userId)
      try {
        const { run, ...about } = await prepare()
        return (connect) => {
          const ends: (() => unknown)[] = [leave]
          const connection = connect(() => {
            metrics.openStreams.dec({ stream: kind })
            for (const end of ends) end()
          })
          metrics.openStreams.inc({ stream: kind })
          const stream = { ...about, caller, connection }
          streams.add(stream)
          ends.push(() => streams.delete(stream), run(connection))
        }
      } catch (error) {
        leave()
        throw error
      }
    },
    /** Ends the streams whose session or rights are over; it runs by itself every few seconds. */
    check,
    /** Says on every stream that it is alive; it runs by itself every 15 seconds. */
    beat,
    /** Tells the readers of all streams, a few at a time, to continue at another server. No more are opened. */
    moveAll: async (overMs: number): Promise<void> => {
      leaving = true
      await inSlices([...streams], { overMs, pause: systemPause }, ({ connection }) => {
        connection.send({ name: STREAM_MOVED, data: '{}' })
        connection.close()
      })
    },
    closeAll: () => closeWhere(() => true),
    close: () => {
      for (const stop of stops) stop()
      clearInterval(checking)
      clearInterval(beating)
      closeWhere(() => true)
    },
  }

  /** Once more after a check that is under way. */
  function checkSoon(): void {
    if (checked !== undefined) checksAgain = true
    else if (streams.size > 0) {
      checked = check().then(() => {
        checked = undefined
        if (!checksAgain) return
        checksAgain = false
        checkSoon()
      })
    }
  }

  function beat(): void {
    for (const { connection } of streams) connection.beat()
  }

  function closeWhere(isEnded: (stream: OpenStream) => boolean): void {
    for (const stream of streams) {
      if (isEnded(stream)) stream.connection.close()
    }
  }

  /** Checks again who may see what. While the database is away streams stay open. */
  async function check(): Promise<void> {
    const bySession = Map.groupBy(streams, ({ caller }) => caller.sessionId)
    for (const [sessionId, own] of bySession) {
      try {
        await checkCaller(own)
      } catch (error) {
        if (isDomainError(error)) closeWhere(({ caller }) => caller.sessionId === sessionId)
        else log.warn({ err: error }, 'checking a session failed')
      }
    }
  }

  /** Checks the streams of one session or token. */
  async function checkCaller(own: readonly OpenStream[]): Promise<void> {
    const [first] = own
    if (first === undefined) return
    const caller = await findCaller(first.caller)
    const dataIds = [...new Set(own.flatMap((stream) => stream.dataIds))]
    const inReach = dataIds.length === 0 ? new Set<DataId>() : await listInReach(dataIds, caller.reach)
    for (const stream of own) if (isOver(stream, caller, inReach)) stream.connection.close()
  }
}

/** Whether the caller has no longer the rights with which the stream was opened. */
function isOver(stream: OpenStream, caller: Caller, inReach: ReadonlySet<DataId>): boolean {
  return (
    stream.dataIds.some((dataId) => !inReach.has(dataId)) ||
    (stream.followsViewing && !sameEntities(stream.caller.viewing, caller.viewing)) ||
    (stream.followsReach && !sameEntities(stream.caller.reach, caller.reach)) ||
    (stream.isOfAdmins && !isAdmin(caller))
  )
}

/** Counts the streams of each user, including those that are being opened. */
function createPlaces() {
  const counts = new Map<UserId, number>()
  return {
    /** The returned function frees the place. */
    take: (userId: UserId): (() => void) => {
      const count = counts.get(userId) ?? 0
      if (count >= STREAMS_PER_USER) throw tooManyStreams()
      counts.set(userId, count + 1)
      return () => {
        const left = (counts.get(userId) ?? 0) - 1
        if (left > 0) counts.set(userId, left)
        else counts.delete(userId)
      }
    },
  }
}

function tooManyStreams(): DomainError {
  const message = say('answers.live.streams', { count: STREAMS_PER_USER })
  return new DomainError('request/rate-limited', { message })
}

function sameEntities(one: readonly EntityId[], other: readonly EntityId[]): boolean {
  return one.length === other.length && one.every((entity) => other.includes(entity))
}
