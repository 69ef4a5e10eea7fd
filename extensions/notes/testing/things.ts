import type {
  Parts,
  ThingBuilders,
  ThingsOfExtension,
} from '@fieldwatch/server/features/consequences/testing/build-things'
import { createThingRows } from '@fieldwatch/server/features/consequences/testing/thing-rows'

/** A note on a unit, by an admin of its entity. */
export function createThings({ db, clock }: Parts): ThingBuilders {
  const { add } = createThingRows(db)
  return {
    note: async ({ dataId, maker }) => {
      const at = clock()
      return add('note', {
        dataId,
        start_at: at,
        text: 'New',
        created_by: maker.userId,
        createdAt: new Date(at),
      })
    },
  }
}

/** Notes stay with the unit that moves. */
export const ELSEWHERE: ThingsOfExtension['ELSEWHERE'] = { 'unit-moved': ['note'] }
