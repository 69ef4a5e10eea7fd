import type { ChangeOf } from '@fieldwatch/contract/consequences/changes'
import { type RawBuilder, sql } from 'kysely'
import {
  findWhere,
  isOfEntities,
  isOneOf,
  type KindWithUnits,
  showsTemplateOf,
} from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'
import { type AnyRightsChange, findChangedRights } from '#people/access/changed-rights.ts'
import { type HeldThing, listNotShown } from '#people/access/held-store.ts'
import type { Db } from '#platform/database/database.ts'

export const boardsOfUnits: Find<KindWithUnits> = findWhere(({ dataIDs }, reach) => ({
  table: 'board',
  where: sql`exists (select from board_unit where board_id = board.id and ${isOneOf('board_unit.data_id', dataIDs)})`,
  visible: isOfEntities(reach),
}))

type ChartChange = ChangeOf<'chart-renamed' | 'chart-deleted'>

export const boardsOfChart: Find<ChartChange['kind']> = findWhere((change, reach) => ({
  table: 'board',
  where: sql`exists (
    select from jsonb_array_elements(board.pages) page, jsonb_array_elements(page -> 'tiles') tile
    where ${isTileOf(change)}
  )`,
  visible: isOfEntities(reach),
}))

/** Tiles of a chart name it by its new title. */
export async function renameChartOnBoards(tx: Db, change: ChangeOf<'chart-renamed'>): Promise<void> {
  await sql`
    update board set version = version + 1, pages = (
      select jsonb_agg(jsonb_set(page, '{tiles}', (
        select coalesce(jsonb_agg(
          case when ${isTileOf(change)} then tile || jsonb_build_object('title', ${change.to}::text) else tile end
          order by place), '[]') from jsonb_array_elements(page -> 'tiles') with ordinality tiles (tile, place)
      )) order by at) from jsonb_array_elements(board.pages) with ordinality page_of (page, at)
    ) where exists (
      select from jsonb_array_elements(board.pages) page, jsonb_array_elements(page -> 'tiles') tile
      where ${isTileOf(change)}
    )`.execute(tx)
}

/** Whether `tile` of `board` shows the chart. */
function isTileOf({ dataID, chart }: ChartChange): RawBuilder<unknown> {
  return sql`tile ->> 'kind' = 'chart' and tile ->> 'title' = ${chart} and exists (
    select from board_unit where board_id = board.id and named = tile ->> 'dataID'
      and ${showsTemplateOf(sql.ref('board_unit.data_id'), dataID)}
  )`
}

/** Wallboards that show nothing after a change of people. */
export const listDarkBoards = async (db: Db, change: AnyRightsChange): Promise<HeldThing[]> =>
  listNotShown(db, { table: 'board', by: 'saved_by', name: sql`board.name` }, await findChangedRights(db, change))

export const boardsOfEntity: Find<'entity-disabled' | 'entity-enabled'> = findWhere(({ entityID }) => ({
  table: 'board',
  where: isOneOf('entity_id', [entityID]),
}))
