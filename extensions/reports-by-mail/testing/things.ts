import type {
  Parts,
  ThingBuilders,
  ThingsOfExtension,
} from '@fieldwatch/server/features/consequences/testing/build-things'
import { createThingRows } from '@fieldwatch/server/features/consequences/testing/thing-rows'

/** A report of a chart, to the one who made it. */
export function createThings({ db, clock }: Parts): ThingBuilders {
  const { add } = createThingRows(db)
  return {
    'scheduled report': async ({ dataId, north, maker }) => {
      const thing = await add('report_schedule', {
        dataId,
        entity_id: north,
        name: 'Daily',
        content: JSON.stringify({ kind: 'chart', chart: 'Temp' }),
        rhythm: JSON.stringify({ every: 'day', hour: 6, timeZone: 'UTC' }),
        due_at: new Date(clock() + 3_600_000),
        created_by: maker.userId,
        created_at: new Date(clock()),
      })
      await db
        .insertInto('reportRecipient')
        .values({ scheduleId: Number(thing.id), userId: maker.userId })
        .execute()
      return thing
    },
  }
}

export const CHECKS: ThingsOfExtension['CHECKS'] = {
  'scheduled report': (row) => (row['stopped'] === null ? undefined : 'pauses'),
}

export const TOLD: ThingsOfExtension['TOLD'] = {
  'unit-moved': {
    colleague: 'Scheduled reports have no recipients',
    maker: 'Changes to what you own or manage',
  },
  'template-changed': { maker: 'Scheduled reports ended' },
  'chart-deleted': { maker: 'Scheduled reports ended' },
  'person-demoted': { colleague: 'Changes to what you own or manage' },
  'person-moved': { colleague: 'Changes to what you own or manage' },
  'person-disabled': { colleague: 'Changes to what you own or manage' },
  'person-deleted': { colleague: 'Changes to what you own or manage' },
  'entity-disabled': { admin: 'Changes to what you own or manage' },
}
