import { sql } from 'kysely'
import { findWhere, isOfEntities, isOneOf, type KindWithUnits } from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'
import { type AnyRightsChange, findChangedRights } from '#people/access/changed-rights.ts'
import { type HeldThing, listNotShown } from '#people/access/held-store.ts'
import type { Db } from '#platform/database/database.ts'

export const boardsOfUnits: Find<KindWithUnits> = findWhere(({ dataIDs }, reach) => ({
  table: 'board',
  where: sql`exists (select from board_unit where board_id = board.id and ${isOneOf('board_unit.data_id', dataIDs)})`,
  visible: isOfEntities(reach),
}))

export const boardsOfChart: Find<'chart-renamed' | 'chart-deleted'> = findWhere(({ dataID, chart }, reach) => ({
  table: 'board',
  where: sql`exists (
    select from board_unit, jsonb_array_elements(board.pages) page, jsonb_array_elements(page -> 'tiles') tile
    where board_id = board.id and board_unit.data_id = ${dataID} and tile ->> 'kind' = 'chart'
      and tile ->> 'dataID' = board_unit.named and tile ->> 'title' = ${chart}
  )`,
  visible: isOfEntities(reach),
}))

/** Wallboards that show nothing after a change of people. */
export const listDarkBoards = async (db: Db, change: AnyRightsChange): Promise<HeldThing[]> =>
  listNotShown(db, { table: 'board', by: 'saved_by', name: sql`board.name` }, await findChangedRights(db, change))

export const boardsOfEntity: Find<'entity-disabled' | 'entity-enabled'> = findWhere(({ entityID }) => ({
  table: 'board',
  where: isOneOf('entity_id', [entityID]),
}))
