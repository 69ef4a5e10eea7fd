import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { ChangeOf } from '@fieldwatch/contract/consequences/changes'
import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import {
  type Affected,
  OF_PLACES,
  only,
  outcome,
  type Row,
  unaffected,
} from '@fieldwatch/server/delivery/consequences/declaration'
import { heldByEntity, ofUnits } from '@fieldwatch/server/delivery/consequences/affected-store'
import { finds } from '@fieldwatch/server/delivery/consequences/listed'
import { findTablesOfSource } from '@fieldwatch/server/features/events/event-consequences'
import { type ChartChange, findChangedCharts } from '@fieldwatch/server/fleet/templates/affected-chart-store'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import { elsewhere, findChangedRights, type RightsChange } from '@fieldwatch/server/people/access/changed-rights'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { reportsWithOtherRecipients } from './affected-schedule-store.ts'
import { findChart } from './open-content.ts'
import { loseOfEntity, pauseReports, removeWithUnits, settlePeople, settleUnits } from './pause-reports.ts'
import { createScheduleEndStore, type RunningSchedule } from './schedule-end-store.ts'

type SourceChange = ChangeOf<'source-deleted' | 'source-moved'>

const CHARTS: Affected<ChartChange['kind']> = {
  outcomes: [
    outcome(
      'moves along',
      'It sends its chart or report by the new title.',
      finds((db, change) => listOfCharts(db, change, 'renamed')),
    ),
    outcome(
      'pauses',
      'One of a chart or report that is gone pauses at once. Who gets it or made it gets a mail.',
      finds((db, change) => listOfCharts(db, change, 'gone')),
    ),
  ],
  apply: async (tx, made) => {
    const gone = await listOfCharts(tx, made.change, 'gone')
    for (const chart of await findChangedCharts(tx, made.change))
      if (chart.to !== undefined) await createScheduleEndStore(tx).renameChart(chart)
    return pauseReports(tx, gone, made)
  },
}

const NO_SOURCE = ending<SourceChange['kind']>(
  'It pauses if it has nothing else to send. Who gets it or made it gets a mail.',
  listOfSource,
)

const PAUSED = outcome<RightsChange['kind']>(
  'pauses',
  'One without a recipient who can see the unit pauses, and resumes when one can again. The admins of its entity get a mail.',
  finds(async (db, change) => {
    const { people, leaving, after } = await findChangedRights(db, change)
    return createScheduleEndStore(db).listOrphaned(people, { leaving, after })
  }),
)

const RESUMED = outcome<RightsChange['kind']>(
  'continues',
  'One that waits for its recipients resumes.',
  finds(async (db, change) => {
    const { people, after } = await findChangedRights(db, change)
    return createScheduleEndStore(db).listRegained(people, { after })
  }),
)

const OTHERS = outcome('changed', 'It continues for its other recipients.', reportsWithOtherRecipients)

async function listOfCharts(db: Db, change: ChartChange, which: 'renamed' | 'gone'): Promise<RunningSchedule[]> {
  const changed = await findChangedCharts(db, change)
  return createScheduleEndStore(db).listOfCharts(changed.filter(({ to }) => (to === undefined) === (which === 'gone')))
}

/** What follows for scheduled reports. */
export const REPORTS: Row = {
  'unit-moved': {
    outcomes: [
      outcome(
        'pauses',
        'One that nobody can get any more pauses at once, and resumes when someone can. The admins of its entity get a mail. Their list keeps it with the reason, and they can delete it.',
        finds(async (db, change) => {
          const store = createScheduleEndStore(db)
          return store.listOrphaned(await store.listRecipients(change.dataIDs), { units: change })
        }),
      ),
      outcome('continues', 'It stays with its unit. Recipients who can no longer see the unit get nothing.'),
    ],
    apply: settleUnits,
  },
  'unit-shared': {
    ...only(
      'continues',
      'It stays with its unit and its recipients. One that waits for recipients resumes when one can get it.',
    ),
    apply: settleUnits,
  },
  'unit-deactivated': only('continues', 'It sends what the unit has recorded.'),
  'unit-deleted': {
    ...only(
      'deleted',
      'It is deleted with its unit. Its recipients get a mail.',
      ofUnits('report_schedule', { named: 'within' }),
    ),
    apply: removeWithUnits,
  },
  'data-id-changed': only('moves along', 'It belongs to the unit by its new dataID.'),
  'template-changed': CHARTS,
  'source-deleted': NO_SOURCE,
  'source-moved': NO_SOURCE,
  'chart-renamed': CHARTS,
  'chart-deleted': CHARTS,
  'event-table-changed': only('continues', 'It sends what the table finds from then on.'),
  'event-table-deleted': ending('It pauses at once. Who gets it or made it gets a mail.', listOfTable),
  ...unaffected('A report is of a chart or an event table.', 'alert-deleted', OF_PLACES),
  'person-demoted': { outcomes: [PAUSED], apply: settlePeople },
  'person-moved': { outcomes: [PAUSED], apply: settlePeople },
  'person-disabled': { outcomes: [PAUSED, OTHERS], apply: settlePeople },
  'person-enabled': { outcomes: [RESUMED], apply: settlePeople },
  'person-deleted': { outcomes: [PAUSED, OTHERS], apply: settlePeople },
  'entity-disabled': { outcomes: [PAUSED], apply: settlePeople },
  'entity-enabled': { outcomes: [RESUMED], apply: settlePeople },
  'entity-deleted': {
    outcomes: [
      outcome(
        'deleted',
        'It is deleted with its entity. Its recipients in other entities get a mail.',
        heldByEntity('report_schedule'),
      ),
      outcome(
        'pauses',
        'One of another entity that only deleted people get pauses. The admins of its entity get a mail.',
        finds(async (db, change) => {
          const { people, leaving } = await findChangedRights(db, change)
          return elsewhere(db, change, await createScheduleEndStore(db).listOrphaned(people, { leaving }))
        }),
      ),
    ],
    apply: loseOfEntity,
  },
}

type EndingKind = SourceChange['kind'] | 'event-table-deleted'

function ending<Kind extends EndingKind>(
  means: string,
  list: (db: Db, change: ChangeOf<NoInfer<Kind>>) => Promise<RunningSchedule[]>,
): Affected<Kind> {
  return {
    ...only('pauses', means, finds(list)),
    apply: async (tx, made) => pauseReports(tx, await list(tx, made.change), made),
  }
}

async function listOfTable(db: Db, { dataID, event }: ChangeOf<'event-table-deleted'>): Promise<RunningSchedule[]> {
  const schedules = await createScheduleEndStore(db).listOfUnit(dataID)
  return schedules.filter(
    ({ content }) => content.kind === 'events' && nameOfEvent(content.event) === nameOfEvent(event),
  )
}

/** The scheduled reports that hold nothing but a source. */
async function listOfSource(db: Db, change: SourceChange): Promise<RunningSchedule[]> {
  const reach = await createUnitStore(db).listEntities(change.dataID)
  const { tables } = await findTablesOfSource(db, change)
  const schedules: RunningSchedule[] = []
  for (const schedule of await createScheduleEndStore(db).listOfUnit(change.dataID)) {
    const { content } = schedule
    const hasNothingElse =
      content.kind === 'events'
        ? tables.some(({ name }) => name === content.event)
        : await showsOnly(db, change, { title: content.chart, reach })
    if (hasNothingElse) schedules.push(schedule)
  }
  return schedules
}

async function showsOnly(
  db: Db,
  { dataID: dataId, source }: SourceChange,
  { title, reach }: { readonly title: string; readonly reach: readonly EntityId[] },
): Promise<boolean> {
  try {
    const { sources } = await findChart(db, { dataId, reach, title })
    return sources.every((name) => name === source)
  } catch (error) {
    // Its chart is gone already: the next run stops it, and says so.
    if (isDomainError(error)) return false
    throw error
  }
}
