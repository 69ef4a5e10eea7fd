import { randomUUID } from 'node:crypto'
import type { Parts, ThingBuilders } from '@fieldwatch/server/features/consequences/testing/build-things'
import { createThingRows } from '@fieldwatch/server/features/consequences/testing/thing-rows'

/** A mapping that names a unit, made by an admin of its entity. */
export function createThings({ db, clock }: Parts): ThingBuilders {
  const { add } = createThingRows(db)
  return {
    'message mapping': async ({ dataId, north, maker }) => {
      const at = new Date(clock())
      const mapping = JSON.stringify({ unit: { dataID: dataId } })
      const own = { id: randomUUID(), entity_id: north, name: 'Map', mapping, replay_began_at: at }
      return add('message_mapping', { ...own, created_by: maker.userId, created_at: at })
    },
  }
}
