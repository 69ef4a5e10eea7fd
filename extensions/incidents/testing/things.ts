import type { Parts, ThingBuilders } from '@fieldwatch/server/features/consequences/testing/build-things'
import { createThingRows } from '@fieldwatch/server/features/consequences/testing/thing-rows'

/** An incident of a unit, by an admin of its entity. */
export function createThings({ db, clock }: Parts): ThingBuilders {
  const { add } = createThingRows(db)
  return {
    incident: async ({ dataId, north, maker }) => {
      const at = new Date(clock())
      const span = { from_at: 1, to_at: 2, moment_at: 1, known: 'now', taken_at: at, taken_by: maker.userId }
      const own = { entity_id: north, title: 'Leak', severity: 'info', created_by: maker.userId, created_at: at }
      const thing = await add(
        'incident',
        { ...own, ...span },
        { members: { table: 'incident_unit', column: 'incident_id' } },
      )
      await db
        .insertInto('incidentUnit')
        .values({ incidentId: Number(thing.id), dataId, name: 'Pump 1', facts: '{}' })
        .execute()
      return thing
    },
  }
}
