import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import { isFreeFor, isRunning } from '#platform/leases/lease-store.ts'

/** How far a follower is in the arrivals of a source, as `RecordReader.readArrivals` has it. */
export interface ArrivalCursor {
  readonly receivedAfter: number
  readonly at: number | undefined
}

/** Something that follows sources of a unit, such as a calculated source. */
interface Following {
  /** The name of the consumer. */
  readonly consumer: string
  /** The id that the feature gives it. */
  readonly id: string
  readonly dataId: DataId
  readonly sources: readonly SourceName[]
  /** Whether it begins with everything that is stored, or with what arrives from now on. */
  readonly from: 'beginning' | 'now'
  /** The source that it fills; it pauses while that is paused. */
  readonly output?: SourceName
  /** Whether it has work before anything arrives. */
  readonly unfinished?: boolean
}

export interface FollowedSource {
  readonly source: SourceName
  /** Undefined as long as nothing was stored in the source. */
  readonly key: number | undefined
  readonly lastReceivedAt: number
  /** When the records of the commit before that one arrived; undefined: not known. */
  readonly previousReceivedAt?: number | undefined
  readonly cursor: ArrivalCursor
}

export interface ClaimedFollower {
  readonly id: string
  readonly dataId: DataId
  readonly unfinished: boolean
  /** By name. */
  readonly sources: readonly FollowedSource[]
}

/** Which source of which unit a follower follows. */
export interface KnownSource {
  readonly id: string
  readonly dataId: DataId
  readonly source: SourceName
}

interface Saved {
  readonly consumer: string
  readonly id: string
  readonly server: string
  readonly cursors: ReadonlyMap<SourceName, ArrivalCursor>
  readonly unfinished: boolean
}

export type FollowerStore = ReturnType<typeof createFollowerStore>

/** The followers of sources, their cursors, and the servers that hold them. */
export function createFollowerStore(db: Db) {
  return {
    /** Begins to follow, from the start if it did before. Use it in the transaction that creates the follower's thing. */
    follow: async ({ consumer, id, dataId, sources, from, output, unfinished = false }: Following): Promise<void> => {
      await sql`
        insert into arrival_follower (consumer, id, data_id, output, unfinished)
        values (${consumer}, ${id}, ${dataId}, ${output ?? null}, ${unfinished})
        on conflict (consumer, id) do update
        set data_id = excluded.data_id, output = excluded.output, unfinished = excluded.unfinished`.execute(db)
      await sql`delete from arrival_cursor where consumer = ${consumer} and follower = ${id}`.execute(db)
      await sql`
        insert into arrival_cursor (consumer, follower, source, received_after)
        select ${consumer}, ${id}, name, case when ${from === 'now'} then coalesce(
          (select ${LAST_RECEIVED} from source where source.data_id = ${dataId} and source.name = given.name), 0
        ) else 0 end
        from unnest(${[...new Set(sources)]}::text[]) given (name)`.execute(db)
    },

    /** Waits for steps that are under way: they lock the follower first, and then what it follows for. */
    lock: async (consumer: string, ids: readonly string[]): Promise<void> => {
      await sql`
        select from arrival_follower where consumer = ${consumer} and id = any (${[...ids]}) order by id for update`.execute(
        db,
      )
    },

    /** Has followers begin once more with everything that is stored, as `follow` from the beginning does. */
    followAgain: async (consumer: string, ids: readonly string[]): Promise<void> => {
      await sql`
        update arrival_follower set unfinished = true where consumer = ${consumer} and id = any (${[...ids]})`.execute(
        db,
      )
      await sql`
        update arrival_cursor set received_after = 0, received_at = null
        where consumer = ${consumer} and follower = any (${[...ids]})`.execute(db)
    },

    /** Waits for a step that is under way. */
    unfollow: async (consumer: string, id: string): Promise<void> => {
      await sql`delete from arrival_follower where consumer = ${consumer} and id = ${id}`.execute(db)
    },

    /** The followers that a server may take, by the sources that wake them. */
    listSources: async (consumer: string, server: string): Promise<KnownSource[]> => {
      const { rows } = await sql<KnownSource>`
        select id, data_id as "dataId", source
        from arrival_follower follower join arrival_cursor using (consumer)
        where consumer = ${consumer} and follower = id and ${isFreeFor(server, HELD_BY)}`.execute(db)
      return rows
    },

    /**
     * Those with work that a server may take; one that fills a paused source pauses. Those of a unit come together, so that a shared step reads
     * their records once.
     */
    listWaiting: async (consumer: string, server: string): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`
        select id from arrival_follower follower join unit using (data_id)
        where consumer = ${consumer} and ${isFreeFor(server, HELD_BY)} and ${IS_AWAKE} and (
          unfinished or exists (
            select from arrival_cursor
            left join source on source.data_id = follower.data_id and source.name = arrival_cursor.source
            where ${IS_ITS_CURSOR} and (received_at is not null or ${LAST_RECEIVED} > received_after)
          )
        )
        order by data_id, length(id), id`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** When the record arrived that waits longest of all (epoch ms); undefined when none waits. */
    findOldestWaiting: async (consumer: string): Promise<number | undefined> => {
      const { rows } = await sql<{ oldest: number | null }>`
        select min(least(
          (select (extract(epoch from min(received_at)) * 1000)::bigint from record
           where record.source_key = source.source_key and received_at > to_timestamp(cursor.received_after / 1000.0)),
          (select min(greatest(first_received_at, cursor.received_after + 1)) from record_chunk chunk
           where chunk.source_key = source.source_key and last_received_at > cursor.received_after),
          (select (extract(epoch from min(received_at)) * 1000)::bigint from record_late
           where record_late.source_key = source.source_key
             and received_at > to_timestamp(cursor.received_after / 1000.0))
        )) as oldest
        from arrival_follower follower
        join unit using (data_id)
        join arrival_cursor cursor on cursor.consumer = follower.consumer and cursor.follower = follower.id
        join source on source.data_id = follower.data_id and source.name = cursor.source
        where follower.consumer = ${consumer} and ${IS_AWAKE} and ${LAST_RECEIVED} > cursor.received_after`.execute(db)
      return rows[0]?.oldest ?? undefined
    },

    /**
     * Undefined while another server holds it or takes a step, while it pauses, and when it is gone. Locks it until the
     * transaction ends.
     */
    claim: async (consumer: string, id: string, server: string): Promise<ClaimedFollower | undefined> => {
      const { rows } = await sql<{ dataId: DataId; unfinished: boolean }>`
        ${prepared('claim-follower')}
        select follower.data_id, unfinished from arrival_follower follower join unit using (data_id)
        where consumer = ${consumer} and id = ${id} and ${isFreeFor(server, HELD_BY)} and ${IS_AWAKE}
        for update of follower skip locked`.execute(db)
      const [row] = rows
      if (row === undefined) return undefined
      const { dataId, unfinished } = row
      const followed = await listFollowed(db, consumer, [id])
      return { id, dataId, unfinished, sources: followed.get(id) ?? [] }
    },

    /** As `claim`, of many: those that cannot be claimed are left out. */
    claimAll: async (consumer: string, ids: readonly string[], server: string): Promise<ClaimedFollower[]> => {
      const { rows } = await sql<{ id: string; dataId: DataId; unfinished: boolean }>`
        select id, follower.data_id, unfinished from arrival_follower follower join unit using (data_id)
        where consumer = ${consumer} and id = any (${[...ids]}) and ${isFreeFor(server, HELD_BY)} and ${IS_AWAKE}
        order by id for update of follower skip locked`.execute(db)
      const claimed = rows.map((row) => row.id)
      const followed = await listFollowed(db, consumer, claimed)
      return rows.map(({ id, dataId, unfinished }) => {
        return { id, dataId, unfinished, sources: followed.get(id) ?? [] }
      })
    },

    /** As `save`, of many that have nothing left to do. */
    saveAll: async (
      consumer: string,
      server: string,
      moved: readonly { readonly id: string; readonly cursors: ReadonlyMap<SourceName, ArrivalCursor> }[],
    ): Promise<void> => {
      await sql`
        ${prepared('save-followers')}
        update arrival_follower set held_by = ${server}, unfinished = false
        where consumer = ${consumer} and id = any (${moved.map(({ id }) => id)})
          and (held_by is distinct from ${server} or unfinished)`.execute(db)
      const cursors = moved.flatMap(({ id, cursors: of }) =>
        Array.from(of, ([source, cursor]) => ({ id, source, ...cursor })),
      )
      if (cursors.length === 0) return
      await sql`
        ${prepared('save-cursors-of-many')}
        update arrival_cursor set received_after = given.received_after, received_at = given.received_at
        from unnest(
          ${cursors.map(({ id }) => id)}::text[],
          ${cursors.map(({ source }) => source)}::text[],
          ${cursors.map(({ receivedAfter }) => receivedAfter)}::bigint[],
          ${cursors.map(({ at }) => at ?? null)}::bigint[]
        ) given (follower, source, received_after, received_at)
        where consumer = ${consumer} and arrival_cursor.follower = given.follower
          and arrival_cursor.source = given.source`.execute(db)
    },

    /**
     * Gives a server followers of the one that holds most, when it holds clearly fewer than its share of them; those that take a step stay.
     * Returns how many.
     */
    takeShare: async (consumer: string, server: string): Promise<number> => {
      const { numAffectedRows = 0n } = await sql`
        with held as (
          select held_by, count(*) as count from arrival_follower follower
          where consumer = ${consumer} and ${isRunning(HELD_BY)} group by held_by
        ), share as (
          select sum(count) / (count(*) filter (where held_by <> ${server}) + 1) as fair,
            coalesce(sum(count) filter (where held_by = ${server}), 0) as own
          from held
        ), most as (
          select held_by, count from held where held_by <> ${server} order by count desc, held_by limit 1
        ), taken as (
          select id from arrival_follower follower
          where consumer = ${consumer} and held_by = (select held_by from most)
          order by id
          limit (
            select case when own < fair * ${CLEARLY_FEWER} - 1 then floor(least(fair - own, most.count - fair)) else 0 end
            from share, most
          )
          for update skip locked
        )
        update arrival_follower set held_by = ${server} from taken
        where consumer = ${consumer} and arrival_follower.id = taken.id`.execute(db)
      return Number(numAffectedRows)
    },

    /** Leaves the followers that a server holds to the others. */
    release: async (consumer: string, server: string): Promise<void> => {
      await sql`update arrival_follower set held_by = null where consumer = ${consumer} and held_by = ${server}`.execute(
        db,
      )
    },

    /** Stores the cursors of a follower after a step, and that the server holds it. */
    save: async ({ consumer, id, server, cursors, unfinished }: Saved): Promise<void> => {
      await sql`
        ${prepared('save-follower')}
        update arrival_follower set held_by = ${server}, unfinished = ${unfinished}
        where consumer = ${consumer} and id = ${id}
          and (held_by is distinct from ${server} or unfinished <> ${unfinished})`.execute(db)
      if (cursors.size === 0) return
      const moved = [...cursors.values()]
      await sql`
        ${prepared('save-cursors')}
        update arrival_cursor set received_after = given.received_after, received_at = given.received_at
        from unnest(
          ${[...cursors.keys()]}::text[],
          ${moved.map(({ receivedAfter }) => receivedAfter)}::bigint[],
          ${moved.map(({ at }) => at ?? null)}::bigint[]
        ) given (source, received_after, received_at)
        where consumer = ${consumer} and follower = ${id} and arrival_cursor.source = given.source`.execute(db)
    },
  }
}

/** The part of its share with which a server is content. */
const CLEARLY_FEWER = 0.8

const HELD_BY = sql`follower.held_by`
const IS_AWAKE = sql`(follower.output is null or not (follower.output = any (unit.paused_sources)))`
const IS_ITS_CURSOR = sql`arrival_cursor.consumer = follower.consumer and arrival_cursor.follower = follower.id`
const LAST_RECEIVED = sql`(extract(epoch from source.last_received_at) * 1000)::bigint`

/** By follower, of each in the order of the names. */
async function listFollowed(
  db: Db,
  consumer: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FollowedSource[]>> {
  const { rows } = await sql<{
    id: string
    source: SourceName
    receivedAfter: number
    receivedAt: number | null
    sourceKey: number | null
    lastReceived: number | null
    previousReceived: number | null
  }>`
    select follower.id, arrival_cursor.source, received_after, received_at, source.source_key,
      ${LAST_RECEIVED} as last_received,
      (extract(epoch from source.previous_received_at) * 1000)::bigint as previous_received
    from arrival_follower follower join arrival_cursor on ${IS_ITS_CURSOR}
    left join source on source.data_id = follower.data_id and source.name = arrival_cursor.source
    where follower.consumer = ${consumer} and follower.id = any (${[...ids]})
    order by arrival_cursor.source`.execute(db)
  const followed = new Map<string, FollowedSource[]>()
  for (const row of rows) {
    const source: FollowedSource = {
      source: row.source,
      key: row.sourceKey ?? undefined,
      lastReceivedAt: row.lastReceived ?? 0,
      previousReceivedAt: row.previousReceived ?? undefined,
      cursor: { receivedAfter: row.receivedAfter, at: row.receivedAt ?? undefined },
    }
    const known = followed.get(row.id)
    if (known === undefined) followed.set(row.id, [source])
    else known.push(source)
  }
  return followed
}
