import { countRows } from '@fieldwatch/server/platform/database/count-rows'
import type { DataId, EntityId, SourceName, UserId } from '@fieldwatch/contract/api/ids'
import type { NotePosition } from '../contract/notes.ts'
import { type RawBuilder, sql } from 'kysely'
import { creatorName } from '@fieldwatch/server/platform/database/person-columns'
import type { Db } from '@fieldwatch/server/platform/database/database'
import type { Position } from '@fieldwatch/server/platform/http/page-position'

/** What a note says, and of what. Times are epoch milliseconds. */
export interface NoteContent {
  readonly source: SourceName | null
  readonly startAt: number
  readonly endAt: number | null
  readonly text: string
  readonly position: NotePosition | null
  /** The author gave the position. */
  readonly isPositionGiven: boolean
  /** The name of a stored picture. */
  readonly picture: string | null
  readonly pictureAlt: string
}

export interface StoredNote extends NoteContent {
  readonly id: number
  readonly dataId: DataId
  readonly deviceName: string
  readonly author: UserId
  /** Null for an author out of reach or deleted. */
  readonly by: string | null
  readonly createdAt: Date
  readonly version: number
}

interface NoteFilter {
  /** Only notes on this unit; left out: on all units of the entities. */
  readonly dataId?: DataId | undefined
  /** Times, in epoch milliseconds. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly text?: string | undefined
  /** Only notes with a position. */
  readonly isPlaced?: boolean
  /** Only notes on these sources, and on units as a whole. */
  readonly sources?: readonly string[]
  readonly isOldestFirst?: boolean
  readonly after?: Position | undefined
  readonly limit: number
}

export type NoteStore = ReturnType<typeof createNoteStore>

const NEWEST_FIRST = sql`note.start_at desc, note.id desc`
const OLDEST_FIRST = sql`note.start_at, note.id`

/** The notes on units. */
export function createNoteStore(db: Db) {
  const read = async (
    reach: readonly EntityId[],
    {
      condition,
      order = NEWEST_FIRST,
      limit,
    }: { condition: RawBuilder<unknown>; order?: typeof NEWEST_FIRST; limit?: number },
  ): Promise<StoredNote[]> => {
    const { rows } = await sql<StoredNote>`
      select note.id, note.data_id as "dataId", note.source, note.start_at as "startAt", note.end_at as "endAt", note.text,
        case when note.lat is null then null else json_build_object('lat', note.lat, 'lon', note.lon) end as position,
        note.position_given as "isPositionGiven", note.picture, note.picture_alt as "pictureAlt", note.created_by as author,
        (select friendly_name from unit where unit.data_id = note.data_id) as "deviceName", note.created_at as "createdAt", note.version,
        ${creatorName(sql.ref('note.created_by'), reach)} as by
      from note
      where ${condition} and exists (
        select from unit_entity owner join unit on unit.data_id = owner.data_id
        where owner.data_id = note.data_id and owner.entity_id = any (${[...reach]}) and unit.deleted_at is null
      )
      order by ${order} ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db)
    return rows
  }

  return {
    /** Notes on units of the entities, the newest first unless asked otherwise. */
    list: (entities: readonly EntityId[], filter: NoteFilter): Promise<StoredNote[]> => {
      const { dataId, from, to, text, isPlaced = false, sources, isOldestFirst = false, after, limit } = filter
      const conditions = [
        sql`true`,
        ...(dataId === undefined ? [] : [sql`note.data_id = ${dataId}`]),
        ...(from === undefined ? [] : [sql`coalesce(note.end_at, note.start_at) >= ${from}::bigint`]),
        ...(to === undefined ? [] : [sql`note.start_at < ${to}::bigint`]),
        ...(text === undefined ? [] : [sql`position(lower(${text}) in lower(note.text)) > 0`]),
        ...(isPlaced ? [sql`note.lat is not null`] : []),
        ...(sources === undefined ? [] : [sql`(note.source is null or note.source = any (${[...sources]}::text[]))`]),
        ...(after === undefined
          ? []
          : [
              sql`(note.start_at, note.id) ${isOldestFirst ? sql`>` : sql`<`} (${after.at}::bigint, ${after.id}::bigint)`,
            ]),
      ]
      const order = isOldestFirst ? OLDEST_FIRST : NEWEST_FIRST
      return read(entities, { condition: sql.join(conditions, sql` and `), order, limit })
    },

    /** Undefined for a note on a unit of other entities too. */
    find: async (id: number, reach: readonly EntityId[]): Promise<StoredNote | undefined> =>
      (await read(reach, { condition: sql`note.id = ${id}::bigint` }))[0],

    /** Lets no other note be added to a unit until the end of the transaction, and counts them. */
    countForAdding: async (dataId: DataId): Promise<number> => {
      await sql`select from unit where data_id = ${dataId} for no key update`.execute(db)
      return countRows(db, sql`note where data_id = ${dataId}`)
    },

    hasSource: async (dataId: DataId, source: SourceName): Promise<boolean> => {
      const found = await db
        .selectFrom('source')
        .select('name')
        .where('dataId', '=', dataId)
        .where('name', '=', source)
        .executeTakeFirst()
      return found !== undefined
    },

    /** Returns the id of the new note. */
    add: async (note: NoteContent & { dataId: DataId; author: UserId; at: number }): Promise<number> => {
      const { id } = await db
        .insertInto('note')
        .values({ dataId: note.dataId, ...columnsOf(note), createdBy: note.author, createdAt: new Date(note.at) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    change: async (id: number, note: NoteContent): Promise<void> => {
      await db.updateTable('note').set(columnsOf(note)).where('id', '=', id).execute()
    },

    remove: async (id: number): Promise<void> => {
      await db.deleteFrom('note').where('id', '=', id).execute()
    },
  }
}

function columnsOf({ source, startAt, endAt, text, position, isPositionGiven, picture, pictureAlt }: NoteContent) {
  return {
    source,
    startAt,
    endAt,
    text,
    lat: position?.lat ?? null,
    lon: position?.lon ?? null,
    positionGiven: isPositionGiven,
    picture,
    pictureAlt,
  }
}
