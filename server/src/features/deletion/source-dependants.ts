import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import type { ReportContent } from '@fieldwatch/contract/reports/report-schedules'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createAlertEndStore, type WatchingAlert } from '#features/alerts/alert-end-store.ts'
import { createCalculationStore } from '#features/calculations/calculation-store.ts'
import { createEventStore, type StoredEventTable } from '#features/events/event-store.ts'
import { findShownTemplate } from '#features/events/event-template.ts'
import { findChart } from '#features/report-schedules/open-content.ts'
import { createScheduleEndStore, type RunningSchedule } from '#features/report-schedules/schedule-end-store.ts'

/** A source of a unit, and all entities of the unit. */
export interface UnitSource {
  readonly dataId: DataId
  readonly source: SourceName
  readonly unitEntities: readonly EntityId[]
}

export interface SourceDependants {
  readonly alerts: readonly WatchingAlert[]
  /** Those whose condition is on it. */
  readonly tables: readonly StoredEventTable[]
  /** Other event tables with a column of it. */
  readonly columns: readonly StoredEventTable[]
  /** Calculated sources that read it. */
  readonly calculations: readonly SourceName[]
  /** Those that have nothing left to send. */
  readonly schedules: readonly RunningSchedule[]
  /** The titles of the unit's charts that show it. */
  readonly charts: readonly string[]
}

/** What depends on a source of a unit. */
export async function findSourceDependants(db: Db, asked: UnitSource): Promise<SourceDependants> {
  const { dataId, source, unitEntities: reach } = asked
  const events = (await createEventStore(db).list(dataId)).filter(({ ended }) => ended === undefined)
  const tables = events.filter((table) => table.source === source)
  const columns = events.filter(
    (table) => table.source !== source && table.values.some((value) => value.source === source),
  )
  const calculations = await createCalculationStore(db).list(dataId)
  const template = await findShownTemplate(db, dataId, { reach })
  const charts = (template?.timeSeries?.charts ?? []).filter(({ specifications }) => source in specifications)
  const schedules: RunningSchedule[] = []
  for (const schedule of await createScheduleEndStore(db).listOfUnit(dataId)) {
    if (await hasNothingElse(db, asked, schedule.content, tables)) schedules.push(schedule)
  }
  return {
    alerts: await createAlertEndStore(db).listOfSource(dataId, source),
    tables,
    columns,
    calculations: calculations.flatMap(({ name, values }) =>
      values.some((value) => value.source === source) ? [name] : [],
    ),
    schedules,
    charts: charts.map(({ title }) => title),
  }
}

/** Whether a scheduled report holds nothing but the source. */
async function hasNothingElse(
  db: Db,
  { dataId, source, unitEntities: reach }: UnitSource,
  content: ReportContent,
  tables: readonly StoredEventTable[],
): Promise<boolean> {
  if (content.kind === 'events') return tables.some(({ name }) => name === content.event)
  try {
    const { sources } = await findChart(db, { dataId, reach, title: content.chart })
    return sources.every((name) => name === source)
  } catch (error) {
    // Its chart is gone already: the next run stops it, and says so.
    if (error instanceof DomainError) return false
    throw error
  }
}
