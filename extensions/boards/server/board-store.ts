import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type BoardDraft, type BoardId, type BoardPage, type BoardTile, unitsOfPages } from '../contract/boards.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { creatorName } from '@fieldwatch/server/platform/database/person-columns'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { countForAdding } from '@fieldwatch/server/platform/database/count-rows'
import type { Tables } from '@fieldwatch/server/platform/database/tables'
import type { FieldsBySource } from '@fieldwatch/contract/visitors/shown-fields'

/** What was on a wallboard when it was saved, by unit. */
export interface SavedData {
  /** More is never shown. */
  readonly fields: Readonly<Record<string, FieldsBySource>>
  /** The sources that existed. */
  readonly sources: Readonly<Record<string, readonly string[]>>
}

/** A wallboard as it was saved, or as its editor has it now. */
export interface JudgedBoard extends SavedData {
  readonly entity: EntityId
  readonly draft: BoardDraft
  readonly savedBy: UserId
  /** Units that were deleted since. */
  readonly deleted: readonly DataId[]
}

interface StoredBoard extends JudgedBoard {
  readonly id: BoardId
  /** Epoch milliseconds. */
  readonly savedAt: number
  readonly version: number
}

/** A wallboard as an admin sees it. */
export interface ListedBoard extends StoredBoard {
  /** Null for someone out of reach or deleted. */
  readonly by: string | null
}

interface NewBoard extends SavedData {
  readonly id: BoardId
  readonly entity: EntityId
  readonly draft: BoardDraft
  readonly savedBy: UserId
  readonly savedAt: number
}

/** Wallboards. Their units have the dataIDs of now, also where a unit was renamed since. */
export function createBoardStore(db: Db) {
  const list = async (condition: RawBuilder<unknown>, reach: readonly EntityId[]): Promise<ListedBoard[]> => {
    const { rows } = await sql<Row & { by: string | null; renamed: Renamed[] }>`
      select board.*, ${creatorName(sql.ref('board.saved_by'), reach)} as by, ${RENAMED} as renamed
      from board where ${condition} order by lower(name), id`.execute(db)
    return rows.map((row) => ({ ...boardOf(row), by: row.by }))
  }

  const setUnits = async (id: BoardId, pages: readonly BoardPage[]): Promise<void> => {
    await db.deleteFrom('boardUnit').where('boardId', '=', id).execute()
    const units = unitsOfPages(pages)
    await sql`
      insert into board_unit (board_id, named, data_id)
      select ${id}, given.data_id, unit.data_id from unnest(${units}::text[]) given (data_id)
      left join unit on unit.data_id = given.data_id`.execute(db)
  }

  return {
    /** By name. */
    list: (reach: readonly EntityId[]): Promise<ListedBoard[]> => list(sql`entity_id = any (${[...reach]})`, reach),

    /** Undefined for a wallboard that is not seen from there. */
    find: async (id: BoardId, reach: readonly EntityId[]): Promise<ListedBoard | undefined> =>
      (await list(sql`id = ${id} and entity_id = any (${[...reach]})`, reach))[0],

    findById: async (id: BoardId): Promise<StoredBoard | undefined> => (await list(sql`id = ${id}`, []))[0],

    countForAdding: (entity: EntityId): Promise<number> => countForAdding(db, 'board', entity),

    add: async ({ id, entity, draft, fields, sources, savedBy, savedAt }: NewBoard): Promise<void> => {
      await db
        .insertInto('board')
        .values({
          id,
          entityId: entity,
          ...columnsOf(draft, { fields, sources }),
          savedBy,
          savedAt: new Date(savedAt),
        })
        .execute()
      await setUnits(id, draft.pages)
    },

    change: async ({ id, draft, fields, sources, savedBy, savedAt }: Omit<NewBoard, 'entity'>): Promise<void> => {
      await db
        .updateTable('board')
        .set({ ...columnsOf(draft, { fields, sources }), savedBy, savedAt: new Date(savedAt) })
        .where('id', '=', id)
        .execute()
      await setUnits(id, draft.pages)
    },

    remove: async (id: BoardId): Promise<void> => {
      await db.deleteFrom('board').where('id', '=', id).execute()
    },
  }
}

interface Renamed {
  readonly from: DataId
  /** Null: it was deleted. Another unit may have its dataID by now. */
  readonly to: DataId | null
}

type Row = Selectable<Tables['board']>

/** The units of a wallboard whose dataID is another one by now, or which were deleted. */
const RENAMED = sql`(
  select coalesce(json_agg(json_build_object('from', named, 'to', data_id)), '[]') from board_unit
  where board_id = board.id and data_id is distinct from named
)`

function columnsOf({ name, seconds, pages }: BoardDraft, { fields, sources }: SavedData) {
  return {
    name,
    seconds,
    pages: JSON.stringify(pages),
    fields: JSON.stringify(fields),
    sources: JSON.stringify(sources),
  }
}

function boardOf({ renamed, ...row }: Row & { renamed: readonly Renamed[] }): StoredBoard {
  const names = renamed.flatMap(({ from, to }): [DataId, DataId][] => (to === null ? [] : [[from, to]]))
  const { pages, fields, sources } = renameUnits({ ...row, pages: row.pages as BoardPage[] }, new Map(names))
  return {
    id: row.id as BoardId,
    entity: row.entityId,
    draft: { name: row.name, seconds: row.seconds, pages: [...pages] },
    fields,
    sources,
    deleted: renamed.flatMap(({ from, to }) => (to === null ? [from] : [])),
    savedBy: row.savedBy,
    savedAt: row.savedAt.getTime(),
    version: row.version,
  }
}

interface WithUnits extends SavedData {
  readonly pages: readonly BoardPage[]
}

/** What is kept of a wallboard, with the dataIDs that its units have now. */
function renameUnits({ pages, fields, sources }: WithUnits, names: ReadonlyMap<DataId, DataId>): WithUnits {
  if (names.size === 0) return { pages, fields, sources }
  const nameOf = (dataId: DataId): DataId => names.get(dataId) ?? dataId
  const renamed = (tile: BoardTile): BoardTile => {
    if (tile.kind === 'map') return { ...tile, dataIDs: tile.dataIDs.map(nameOf) }
    return tile.kind === 'widget' || tile.kind === 'chart' ? { ...tile, dataID: nameOf(tile.dataID) } : tile
  }
  const keyed = <T>(byUnit: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(byUnit).map(([dataId, value]) => [nameOf(dataId as DataId), value]))
  return {
    pages: pages.map((page) => ({ ...page, tiles: page.tiles.map(renamed) })),
    fields: keyed(fields),
    sources: keyed(sources),
  }
}
