import { shownColumns, columnLook } from '@fieldwatch/contract/templates/event-headings'
import { RAW_DATA } from '@fieldwatch/contract/events/report-names'
import type { ReportContent } from '../contract/report-schedules.ts'
import type { SharedRange } from '@fieldwatch/contract/visitors/shared-range'
import type { Template } from '@fieldwatch/contract/templates/templates'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { SharedTables } from '@fieldwatch/server/doors/visitors/shared-events'
import { dataOfUnit, NO_DATA, type Visit } from '@fieldwatch/server/doors/visitors/visit'
import { withLooks } from '@fieldwatch/server/features/calculations/with-looks'
import { findShownTemplate } from '@fieldwatch/server/fleet/templates/shown-template'
import { createPersonStore } from '@fieldwatch/server/people/access/person-store'
import { isAdmin } from '@fieldwatch/server/people/access/access-policy'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { formatTime } from '@fieldwatch/server/platform/time/format-time'
import { findChart } from '@fieldwatch/server/doors/visitors/shared-screen'
import { refusalOf } from './schedule-policy.ts'
import type { StoredSchedule } from './schedule-store.ts'

interface Parts {
  readonly db: Db
  readonly sharedTables: SharedTables
}

interface Asked {
  readonly schedule: Pick<StoredSchedule, 'dataId' | 'unitName' | 'content'>
  /** Who reads it. */
  readonly userId: UserId
  readonly range: TimeRange
}

/** What a person may read of a report at this moment, as a screen of visitors; undefined: nothing. */
export async function lookAtReport(
  { db, sharedTables }: Parts,
  { schedule, userId, range }: Asked,
): Promise<Visit | undefined> {
  const { dataId, unitName, content } = schedule
  const [person] = await createPersonStore(db).listAddressees([userId])
  const unitEntities = await createUnitStore(db).listEntities(dataId)
  const mayGet = (sources: readonly string[]): boolean =>
    person !== undefined && refusalOf(person, { unitEntities, sources }) === undefined
  if (person === undefined || !mayGet([])) return undefined
  const visit = { id: userId, actor: { ...person, permissions: [] } }
  const template = await findShownTemplate(db, dataId, { reach: unitEntities })
  const looking = template && (await withLooks(db, dataId, template))
  // The end of a period is exclusive, and a page shows the last moment in it.
  const shown = { kind: 'between', fromUTC: formatTime(range.from), toUTC: formatTime(range.to - 1) } as const
  if (content.kind === 'chart') {
    const chart = looking && findChart(looking, content.chart)
    if (chart === undefined || !mayGet(Object.keys(chart.specifications))) return undefined
    const screen = { kind: 'chart', name: unitName, chart, range: shown } as const
    return { ...visit, screen, ...dataOfUnit(dataId, screen) }
  }
  return lookAtEvents(sharedTables, { dataId, unitName, content, looking, range: shown, visit })
}

interface AskedEvents extends Pick<StoredSchedule, 'dataId' | 'unitName'> {
  readonly content: Extract<ReportContent, { kind: 'events' }>
  readonly looking: Template | undefined
  readonly range: SharedRange
  readonly visit: Pick<Visit, 'id' | 'actor'>
}

/** The event table as its page has it, with the columns of the report. */
async function lookAtEvents(
  tables: SharedTables,
  { dataId, unitName, content, looking, range, visit }: AskedEvents,
): Promise<Visit | undefined> {
  const table = await tables.find(dataId, content.event)
  if (table === undefined || (table.isOfAdmins && !isAdmin(visit.actor))) return undefined
  const { id, title, comparison, isEnded, columns } = table
  const template = looking ?? null
  const named = namedColumns(looking, content.report)
  const shown =
    named === undefined ? shownColumns(table, template) : [...named.keys()].filter((one) => columns.includes(one))
  return {
    ...visit,
    screen: {
      kind: 'events',
      name: unitName,
      title,
      comparison: comparison ?? null,
      isEnded,
      columns: shown.map((column) => ({
        id: column,
        name: named?.get(column) ?? columnLook(column, columns, template).name ?? null,
        unit: columnLook(column, columns, template).unit ?? null,
      })),
      range,
    },
    ...NO_DATA,
    events: { table: id, columns: shown, range, filter: {} },
  }
}

/** The columns of a saved report with their headings; undefined for the raw data. */
function namedColumns(template: Template | undefined, name: string): Map<string, string> | undefined {
  const reports = template?.reports ?? {}
  if (name === RAW_DATA || !Object.hasOwn(reports, name)) return undefined
  const { values = [], columns = [] } = reports[name] ?? {}
  const named = new Map<string, string>()
  for (const [place, value] of values.entries()) if (!named.has(value)) named.set(value, columns[place] ?? value)
  return named
}
