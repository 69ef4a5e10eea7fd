import { say } from '@fieldwatch/messages/server-sentences'
import { getEventSummary } from '@fieldwatch/contract/events/event-summary'
import {
  createEvent as createEndpoint,
  getEventGap,
  getEventReport,
  listEventBands,
  listEvents,
  listEventTags,
  refreshEvent as refreshEndpoint,
  removeEvent as removeEndpoint,
  setEventTag as tagEndpoint,
} from '@fieldwatch/contract/events/events'
import { reportFileName } from '@fieldwatch/contract/events/report-names'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/database/database.ts'
import { invalidField } from '#platform/errors/domain-error.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import type { Caller } from '#platform/http/caller.ts'
import { done, partial, partlyDone, success } from '#platform/http/envelope.ts'
import { languageOfReader } from '#platform/http/reader-language.ts'
import { sendTables } from '#platform/http/send-csv.ts'
import { formatTime } from '#platform/time/format-time.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import { mayRead, requireMayRead } from '#records/store/source-policy.ts'
import type { UnitNotes } from '#fleet/unit-notes/unit-notes.ts'
import { notesTable } from '#fleet/unit-notes/write-notes.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import {
  changeEvent,
  type ChangeParts,
  createEvent,
  findGap,
  refreshEvent,
  removeEvent,
  tagEvents,
} from './change-events.ts'
import { describeBand, describeTable } from './describe-events.ts'
import { joinBands } from '#records/conditions/bands.ts'
import { sourcesOf } from './event-policy.ts'
import { createEventStore, type StoredEventTable } from './event-store.ts'
import { filterOf, listOccurrences } from './list-occurrences.ts'
import { createOccurrenceStore } from './occurrence-store.ts'
import { openReport, requireTimeZone } from './open-report.ts'
import { findGapsOf, summariseEvents } from './summarise-events.ts'

interface Parts extends ChangeParts {
  /** Connections for what takes long. */
  readonly reads: Db
  readonly unitNotes: UnitNotes
}

/** Reports of one person, which take as long as their reader does. */
const REPORTS = { atOnce: 2, waiting: 4 }

const NOT_LISTED = say('answers.template.not-updated')

/** The events service. All of it is for both roles, on units in reach. */
export function registerEventRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, reads, reader, clock } = parts
  const gate = createReadGate(REPORTS)
  const tables = createEventStore(db)
  const units = createUnitStore(db)

  addRoute(app, createEndpoint, async ({ body: { dataID, ...draft }, caller }) => {
    const asked = { caller, dataId: dataID, name: draft.name }
    const { table, isListed } = await createEvent(parts, asked, draft)
    return isListed ? success(table) : partial(NOT_LISTED, table)
  })

  addRoute(app, listEvents, async ({ query, caller }) => {
    const { dataID, name, sort = 'startUTC', direction, page, pageSize } = query
    await units.getDocument(dataID, caller.reach)
    if (name === undefined) return success({ tables: (await listTables(caller, dataID)).map(describeTable) })
    const table = await getTable(caller, dataID, name)
    const asked = { ...rangeOf(query, clock()), filter: query, sort, direction, page, pageSize }
    const { occurrences, total } = await listOccurrences(reads, table, asked)
    const { comparison, startDate, columns, state, ended, progress } = describeTable(table)
    return success({
      occurrences,
      comparison,
      startDate,
      columns,
      state,
      ended,
      progress,
      pagination: { page, pageSize, total, hasNext: (page - 1) * pageSize + occurrences.length < total },
    })
  })

  addRoute(app, getEventGap, async ({ query: { dataID, source, field }, caller }) =>
    success(await findGap(parts, { caller, dataId: dataID }, { source, field })),
  )

  addRoute(app, refreshEndpoint, async ({ body, caller, seen }) => {
    const { dataID: dataId, name, comparison, startDate, values, maxGapMinutes } = body
    const asked = { caller, dataId, name }
    const wanted = { comparison, startDate, values, maxGapMinutes }
    const isChange = Object.values(wanted).some((value) => value !== undefined)
    await (isChange ? changeEvent(parts, asked, { ...wanted, version: seen }) : refreshEvent(parts, asked))
    return done()
  })

  addRoute(app, removeEndpoint, async ({ body: { dataID, name }, caller }) => {
    const { isListed } = await removeEvent(parts, { caller, dataId: dataID, name })
    return isListed ? done() : partlyDone(NOT_LISTED)
  })

  addRoute(app, tagEndpoint, async ({ body, caller }) => {
    const { dataID: dataId, name, eventStartUTC: starts, all = {}, tag } = body
    const range = { ...rangeOf(all, clock()), filter: filterOf(all) ?? {} }
    const tagged = await tagEvents(parts, { caller, dataId, name }, { which: starts ?? range, tag })
    const missing = starts === undefined ? 0 : new Set(starts).size - tagged
    return missing === 0 ? done() : partlyDone(say('answers.events-gone', { count: missing }))
  })

  addRoute(app, listEventTags, async ({ query: { dataID, name, startsWith = '' }, caller }) => {
    await units.getDocument(dataID, caller.reach)
    const table = (await tables.list(dataID)).find((one) => one.name === name)
    requireMayRead(caller, ...(table === undefined ? [] : sourcesOf(table)))
    return success(await createOccurrenceStore(reads).listTags({ dataId: dataID, name }, startsWith, caller.reach))
  })

  addRoute(app, listEventBands, async ({ query: { dataID, name, startDate, endDate, width }, caller }) => {
    if (startDate >= endDate) throw invalidField('endDate', 'fields.range-order')
    await units.getDocument(dataID, caller.reach)
    const table = await getTable(caller, dataID, name)
    const range = rangeOf({ startDate, endDate }, clock())
    const bands = await createOccurrenceStore(reads).listBands(table, range, width)
    const { title, comparison } = table
    const seen = { ...range, to: Math.min(range.to, range.now) }
    const gaps = joinBands(
      (await findGapsOf({ reads, reader }, table, seen)).map((gap) => ({ ...gap, count: 1 })),
      (range.to - range.from) / width,
    )
    const noData = gaps.map(({ from, to }) => ({ startUTC: formatTime(from), endUTC: formatTime(to) }))
    return success({ title, comparison, bands: bands.map(describeBand), noData })
  })

  addRoute(app, getEventSummary, async ({ query, caller }) => {
    const { dataID, name, startDate, endDate, timeZone } = query
    await units.getDocument(dataID, caller.reach)
    requireTimeZone(timeZone)
    const table = await getTable(caller, dataID, name)
    const asked = { from: startDate, to: endDate, timeZone, now: clock(), filter: filterOf(query) }
    return success(await summariseEvents({ reads, reader }, table, asked))
  })

  addSendingRoute(app, getEventReport, async ({ query, caller, request, reply }) => {
    const { dataID: dataId, name, report, timeZone, limit, format } = query
    const language = languageOfReader(request)
    const asked = { dataId, reach: caller.reach, name, report, timeZone }
    const { table, prepare, timeZone: zoneOf } = await openReport({ db, reads, reader }, asked)
    const sources = sourcesOf(table)
    requireMayRead(caller, ...sources)
    void reply.header('x-time-zone', zoneOf(format))
    const read = await prepare({ format, mostRows: limit, language })
    const range = rangeOf(query, clock())
    await sendTables({
      reply,
      caller,
      judge: async (again) => {
        await units.getDocument(dataId, again.reach)
        return getTable(again, dataId, name)
      },
      gate,
      name: reportFileName(dataId, report),
      format,
      timeZone: zoneOf(format),
      sheets: (signal) => {
        const occurrences = read({ ...range, filter: filterOf(query) ?? {} }, signal)
        const notes = { dataId, reach: caller.reach, range, sources }
        const look = { format, language, timeZone: zoneOf(format), signal }
        return [{ name: table.title, ...occurrences }, ...(query.notes ? notesTable(parts.unitNotes, notes, look) : [])]
      },
    })
  })

  /** @throws DomainError event/not-found, access/forbidden for a table of sources that the caller may not read */
  async function getTable(caller: Caller, dataId: DataId, name: string): Promise<StoredEventTable> {
    const table = await tables.get(dataId, name)
    requireMayRead(caller, ...sourcesOf(table))
    return table
  }

  async function listTables(caller: Caller, dataId: DataId): Promise<StoredEventTable[]> {
    return (await tables.list(dataId)).filter((table) => mayRead(caller, ...sourcesOf(table)))
  }
}

function rangeOf(
  { startDate, endDate }: { startDate?: number | undefined; endDate?: number | undefined },
  now: number,
): { from: number; to: number; now: number } {
  return { from: startDate ?? 0, to: endDate ?? Number.MAX_SAFE_INTEGER, now }
}
