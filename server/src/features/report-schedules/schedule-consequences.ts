import { kept } from '@fieldwatch/messages/server-sentences'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { ChangeKind, ChangeOf } from '@fieldwatch/contract/consequences/changes'
import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import { nextDue } from '@fieldwatch/contract/reports/schedule-times'
import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import {
  type Affected,
  type Applied,
  type Made,
  type Notice,
  OF_PLACES,
  only,
  outcome,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'
import type { Recipient } from '#delivery/mail/queue-mail.ts'
import { heldByEntity, ofUnits } from '#delivery/consequences/affected-store.ts'
import { finds } from '#delivery/consequences/listed.ts'
import { findTablesOfSource } from '#features/events/event-consequences.ts'
import { type ChartChange, findChangedCharts } from '#fleet/templates/affected-chart-store.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { elsewhere, findChangedRights, type RightsChange } from '#people/access/changed-rights.ts'
import { createPersonStore } from '#people/access/person-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { listEntitiesBelow } from '#platform/database/entities-below.ts'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { reportsWithOtherRecipients } from './affected-schedule-store.ts'
import { findChart } from './open-content.ts'
import { createScheduleEndStore, type RunningSchedule, type UnitsAfter } from './schedule-end-store.ts'

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
    return stop(tx, gone, made)
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
  ...unaffected('A report is of a chart or an event table.', 'alert-deleted'),
  ...unaffected('A report is of a chart or an event table.', OF_PLACES),
  'person-demoted': { outcomes: [PAUSED], apply: settle },
  'person-moved': { outcomes: [PAUSED], apply: settle },
  'person-disabled': { outcomes: [PAUSED, OTHERS], apply: settle },
  'person-enabled': { outcomes: [RESUMED], apply: settle },
  'person-deleted': { outcomes: [PAUSED, OTHERS], apply: settle },
  'entity-disabled': { outcomes: [PAUSED], apply: settle },
  'entity-enabled': { outcomes: [RESUMED], apply: settle },
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
    apply: async (tx, { change }) => {
      const losing = await createScheduleEndStore(tx).listLosing(await listEntitiesBelow(tx, change.entityID))
      return { notices: losing.map(toDeletedNotice) }
    },
  },
}

type EndingKind = SourceChange['kind'] | 'event-table-deleted'

function ending<Kind extends EndingKind>(
  means: string,
  list: (db: Db, change: ChangeOf<NoInfer<Kind>>) => Promise<RunningSchedule[]>,
): Affected<Kind> {
  return {
    ...only('pauses', means, finds(list)),
    apply: async (tx, made) => stop(tx, await list(tx, made.change), made),
  }
}

async function listOfTable(db: Db, { dataID, event }: ChangeOf<'event-table-deleted'>): Promise<RunningSchedule[]> {
  const schedules = await createScheduleEndStore(db).listOfUnit(dataID)
  return schedules.filter(
    ({ content }) => content.kind === 'events' && nameOfEvent(content.event) === nameOfEvent(event),
  )
}

async function stop(tx: Db, schedules: readonly RunningSchedule[], made: Made<ChangeKind>): Promise<Applied> {
  const store = createScheduleEndStore(tx)
  const ids = schedules.map(({ id }) => id)
  await store.stop(ids, made.reason(kept))
  await record(tx, schedules, made, 'pause report schedule')
  const names = new Map(schedules.map(({ id, name }) => [id, name]))
  const notices = (await store.listConcerned(ids)).map(({ id, ...person }): Notice => {
    const text: Sentence = (t) => t('mails.report-paused', { report: names.get(id) ?? '' })
    return { ...person, about: 'paused-reports', text }
  })
  return { notices }
}

async function removeWithUnits(tx: Db, { change }: Made<'unit-deleted'>): Promise<Applied> {
  const notices: Notice[] = []
  for (const dataId of change.dataIDs) {
    notices.push(...(await createScheduleEndStore(tx).removeOfUnit(dataId)).map(toDeletedNotice))
  }
  return { notices }
}

function toDeletedNotice({ name: report, ...person }: Required<Recipient> & { readonly name: string }): Notice {
  return { ...person, about: 'paused-reports', text: (t) => t('mails.report-deleted', { report }) }
}

async function settle(tx: Db, made: Made<RightsChange['kind']>): Promise<Applied> {
  const { people } = await findChangedRights(tx, made.change)
  return settlePeople(tx, people, made, { leaving: made.change.kind === 'person-deleted' ? people : [] })
}

async function settleUnits(tx: Db, made: Made<'unit-moved' | 'unit-shared'>): Promise<Applied> {
  const people = await createScheduleEndStore(tx).listRecipients(made.change.dataIDs)
  return settlePeople(tx, people, made, { units: made.change })
}

/** Reports without recipients pause, and resume once someone can get them again. */
async function settlePeople(
  tx: Db,
  people: readonly UserId[],
  made: Made<ChangeKind>,
  { leaving = [], units }: { readonly leaving?: readonly UserId[]; readonly units?: UnitsAfter },
): Promise<Applied> {
  const store = createScheduleEndStore(tx)
  const schedules = await store.listOrphaned(people, { leaving, units })
  const why = `${made.reason(kept)}\n${kept('mails.no-recipients')}`
  await store.stop(
    schedules.map(({ id }) => id),
    why,
    { awaitsRecipients: true },
  )
  await record(tx, schedules, made, 'pause report schedule')
  const notices: Notice[] = []
  for (const schedule of schedules) {
    const text: Sentence = (t) => t('mails.report-paused', { report: schedule.name })
    for (const admin of await createPersonStore(tx).listNearestAdmins(schedule.entity, leaving))
      notices.push({ ...admin, about: 'no-recipients', text })
  }
  const staying = people.filter((person) => !leaving.includes(person))
  const regained = await store.listRegained(staying, { units })
  for (const schedule of regained) await store.resume(schedule.id, nextDue(schedule.rhythm, made.now))
  await record(tx, regained, made, 'resume report schedule')
  return { notices }
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

async function record(
  tx: Db,
  schedules: readonly RunningSchedule[],
  { reason, caller: { userId }, now: at }: Made<ChangeKind>,
  action: ActivityAction,
): Promise<void> {
  await createAuditStore(tx).recordAll(
    schedules.map(({ id, dataId, entity: entityId, name }) => {
      const subject = { subjectKind: 'report schedule', subjectId: `${dataId}/${id}` }
      return { at, userId, action, ...subject, entityId, after: { name, reason: reason(kept) } }
    }),
  )
}
