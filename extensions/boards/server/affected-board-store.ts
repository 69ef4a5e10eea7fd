import { type RawBuilder, sql } from 'kysely'
import {
  finderOf,
  isOfEntities,
  isOneOf,
  type KindWithUnits,
} from '@fieldwatch/server/delivery/consequences/affected-store'
import type { Find } from '@fieldwatch/server/delivery/consequences/declaration'
import {
  type ChangedChart,
  type ChartChange,
  findCharts,
  isOneOfCharts,
} from '@fieldwatch/server/fleet/templates/affected-chart-store'
import type { HeldThings } from '@fieldwatch/server/people/access/held-store'
import type { Db } from '@fieldwatch/server/platform/database/database'

const boards = finderOf({ table: 'board', visible: isOfEntities })

export const boardsOfUnits = boards<KindWithUnits>(
  ({ dataIDs }) =>
    sql`exists (select from board_unit where board_id = board.id and ${isOneOf('board_unit.data_id', dataIDs)})`,
)

/** With a chart that has another title, or is gone. */
export const boardsOfCharts = (which: 'renamed' | 'gone'): Find<ChartChange['kind']> =>
  boards(async (change, { db }) => hasTileOf(await findCharts(db, change, which)))

/** Tiles of charts name them by their new titles. */
export async function renameChartsOnBoards(tx: Db, change: ChartChange): Promise<void> {
  for (const chart of await findCharts(tx, change, 'renamed'))
    await sql`
      update board set version = version + 1, pages = (
        select jsonb_agg(jsonb_set(page, '{tiles}', (
          select coalesce(jsonb_agg(
            case when ${isTileOf([chart])} then tile || jsonb_build_object('title', ${chart.to}::text) else tile end
            order by place), '[]') from jsonb_array_elements(page -> 'tiles') with ordinality tiles (tile, place)
        )) order by at) from jsonb_array_elements(board.pages) with ordinality page_of (page, at)
      ) where ${hasTileOf([chart])}`.execute(tx)
}

function hasTileOf(charts: readonly ChangedChart[]): RawBuilder<unknown> {
  return sql`exists (
    select from jsonb_array_elements(board.pages) page, jsonb_array_elements(page -> 'tiles') tile
    where ${isTileOf(charts)}
  )`
}

/** Whether `tile` of `board` shows one of some charts. */
function isTileOf(charts: readonly ChangedChart[]): RawBuilder<unknown> {
  return sql`tile ->> 'kind' = 'chart' and exists (
    select from board_unit where board_id = board.id and named = tile ->> 'dataID'
      and ${isOneOfCharts(charts, { title: sql`tile ->> 'title'`, unit: 'board_unit.data_id' })}
  )`
}

/** They show units by the rights of who saved them. */
export const BOARDS_SHOWN: HeldThings = { table: 'board', by: 'saved_by', name: sql`board.name` }

export const boardsOfEntity = finderOf({ table: 'board' })<'entity-disabled' | 'entity-enabled'>(({ entityID }) =>
  isOneOf('entity_id', [entityID]),
)
