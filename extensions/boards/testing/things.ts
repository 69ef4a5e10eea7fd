import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Checks, Parts, ThingBuilders } from '@fieldwatch/server/features/consequences/testing/build-things'
import { createThingRows, withMore } from '@fieldwatch/server/features/consequences/testing/thing-rows'
import { listBoards } from '../contract/boards.ts'

/** A wallboard that names a unit, saved by an admin of its entity. */
export function createThings({ db, call, clock, admin }: Parts): ThingBuilders {
  const { add } = createThingRows(db)
  return {
    wallboard: async ({ north, maker, dataId }) => {
      const saved = { saved_by: maker.userId, saved_at: new Date(clock()) }
      const pages = { seconds: 10, pages: '[]', fields: '{}', sources: '{}', ...saved }
      const board = { id: randomUUID(), entity_id: north, name: 'Hall', ...pages }
      const thing = await add('board', board, { members: { table: 'board_unit', column: 'board_id' } })
      await db
        .insertInto('boardUnit')
        .values({ boardId: thing.id, named: 'Pump' as DataId, dataId })
        .execute()
      return withMore(thing, async () => {
        const { status, body } = await call(listBoards, { as: admin })
        assert.equal(status, 200)
        return { state: body.details.boards.find(({ boardID }) => boardID === thing.id)?.state }
      })
    },
  }
}

export const CHECKS: Checks = {
  wallboard: ({ state }) => (state === 'editor' ? 'pauses' : undefined),
}
