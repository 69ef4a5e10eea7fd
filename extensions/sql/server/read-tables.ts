import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import { ProgramTokenId } from '@fieldwatch/contract/api/ids'
import { z } from 'zod'
import { describeOccurrence } from '@fieldwatch/server/features/events/describe-events'
import { sourcesOf } from '@fieldwatch/server/features/events/event-policy'
import { createEventStore, type StoredEventTable } from '@fieldwatch/server/features/events/event-store'
import { createOccurrenceStore } from '@fieldwatch/server/features/events/occurrence-store'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import type { Clock } from '@fieldwatch/server/platform/time/clock'
import { formatTime, formatTimeOrNull } from '@fieldwatch/server/platform/time/format-time'
import { requireMayRead, mayRead } from '@fieldwatch/server/records/store/source-policy'
import type { RecordReader } from '@fieldwatch/server/records/store/record-reader'
import { createSourceStore } from '@fieldwatch/server/records/store/source-store'
import { createAnalystRowsStore } from './analyst-rows-store.ts'

/** A moment as PostgreSQL writes it in JSON. No moment is no bound. */
const SqlTime = (unbounded: number) =>
  z.union([
    z.null().transform(() => unbounded),
    z.literal('-infinity').transform(() => 0),
    z.literal('infinity').transform(() => Number.MAX_SAFE_INTEGER),
    // Years that no record has: those before Christ, and those of five digits.
    z
      .string()
      .endsWith(' BC')
      .transform(() => 0),
    z
      .string()
      .regex(/^\d{5,6}-/)
      .transform(() => Number.MAX_SAFE_INTEGER),
    z.iso.datetime({ offset: true, local: true }).transform((text) => Date.parse(text)),
  ])
const range = { from: SqlTime(0), to: SqlTime(Number.MAX_SAFE_INTEGER) }
/** Where one of these is null, there are no rows. */
const unit = { data_id: z.string().nullable(), source: z.string().nullable() }

/** What a function of the database of analysts asks for, for whom. */
export const TableRequest = z.intersection(
  z.object({ token: ProgramTokenId }),
  z.discriminatedUnion('read', [
    z.object({ read: z.literal('entities') }),
    z.object({ read: z.literal('units') }),
    z.object({ read: z.literal('sources') }),
    z.object({ read: z.literal('alerts') }),
    z.object({ read: z.literal('occurrences'), data_id: z.string().nullable(), ...range }),
    z.object({ read: z.literal('records'), ...unit, ...range }),
    z.object({ read: z.literal('numbers'), ...unit, field: z.string().nullable(), ...range }),
  ]),
)
export type TableRequest = z.infer<typeof TableRequest>

export type Cells = readonly (string | null)[]

/** The columns of each, as the functions of the database have them. */
export const COLUMNS = {
  entities: ['entity_id', 'name', 'parent_id'],
  units: ['data_id', 'name', 'description', 'entities', 'active', 'last_activity', 'lat', 'lon', 'size', 'service'],
  sources: ['data_id', 'source', 'field', 'type'],
  alerts: ['alert_id', 'name', 'entity', 'type', 'data_id', 'status', 'since', 'last_value'],
  occurrences: ['data_id', 'event_table', 'start', 'end', 'duration', 'tag', 'columns'],
  records: ['time', 'received', 'fields'],
  numbers: ['time', 'value'],
} as const satisfies Record<TableRequest['read'], readonly string[]>

export interface TableParts {
  /** Connections for what takes long. */
  readonly reads: Db
  readonly reader: RecordReader
  readonly clock: Clock
}

/**
 * The rows that a program may see, in blocks.
 * @throws DomainError unit/not-found, access/forbidden
 */
export async function* readTable(
  parts: TableParts,
  caller: Caller,
  request: TableRequest,
  signal: AbortSignal,
): AsyncGenerator<readonly Cells[]> {
  if (request.read === 'entities') yield* readEntities(parts, caller)
  else if (request.read === 'units') yield* readUnits(parts, caller)
  else if (request.read === 'sources') yield* readSources(parts, caller)
  else if (request.read === 'alerts') yield* readAlerts(parts, caller)
  else if (request.read === 'occurrences') yield* readOccurrences(parts, caller, request)
  else if (request.read === 'records') yield* readRecords(parts, caller, request, signal)
  else yield* readNumbers(parts, caller, request, signal)
}

async function* readUnits({ reads }: TableParts, { reach }: Caller): AsyncGenerator<Cells[]> {
  const units = await createUnitStore(reads).listDocuments(reach)
  yield units.map(({ dataID, friendlyName, description, entities, active, lastActivityUTC, ...unit }) => [
    dataID,
    friendlyName,
    description,
    JSON.stringify(entities),
    String(active),
    lastActivityUTC,
    cell(unit.currentLat),
    cell(unit.currentLon),
    unit.size,
    unit.service,
  ])
}

async function* readSources({ reads }: TableParts, caller: Caller): AsyncGenerator<Cells[]> {
  const sources = createSourceStore(reads)
  for (const dataId of await unitsOf(reads, caller.reach)) {
    const found = await sources.list(dataId, caller)
    yield found.flatMap(({ name, types }) => Object.entries(types).map(([field, type]) => [dataId, name, field, type]))
  }
}

/** For an admin all alerts in reach, else those that the person owns or that are shared with them. */
async function* readAlerts({ reads }: TableParts, caller: Caller): AsyncGenerator<Cells[]> {
  for await (const alerts of createAnalystRowsStore(reads).listAlerts(caller))
    yield alerts.map(({ id, name, entity, type, dataId, status, at, lastValue }) => [
      id,
      name,
      entity,
      type,
      dataId,
      status,
      formatTimeOrNull(at),
      cell(lastValue),
    ])
}

async function* readEntities({ reads }: TableParts, { reach }: Caller): AsyncGenerator<Cells[]> {
  const entities = await createAnalystRowsStore(reads).listEntities(reach)
  yield entities.map(({ id, name, parent }) => [id, name, parent])
}

const OCCURRENCES_A_PAGE = 1_000

async function* readOccurrences(
  { reads, clock }: TableParts,
  caller: Caller,
  { data_id: dataId, from, to }: TableRequest & { read: 'occurrences' },
): AsyncGenerator<Cells[]> {
  const store = createOccurrenceStore(reads)
  const within = { from, to, now: clock() }
  for (const unit of await unitsOf(reads, caller.reach, dataId)) {
    for (const table of await createEventStore(reads).list(unit)) {
      if (!mayRead(caller, ...sourcesOf(table))) continue
      for (let after = -1; ;) {
        const found = await store.listAfter(table, within, { after, limit: OCCURRENCES_A_PAGE })
        yield found.map((occurrence) => occurrenceCells(unit, table, occurrence))
        const last = found.at(-1)
        if (last === undefined || found.length < OCCURRENCES_A_PAGE) break
        after = last.startAt
      }
    }
  }
}

function occurrenceCells(
  dataId: DataId,
  table: StoredEventTable,
  occurrence: Parameters<typeof describeOccurrence>[1],
): Cells {
  const { startUTC, endUTC, duration, tag, noDataAfter: _, ...columns } = describeOccurrence(table, occurrence)
  return [dataId, table.title, startUTC, endUTC, `${duration} milliseconds`, tag, JSON.stringify(columns)]
}

async function* readRecords(
  { reads, reader }: TableParts,
  caller: Caller,
  { data_id: dataId, source, from, to }: TableRequest & { read: 'records' },
  signal: AbortSignal,
): AsyncGenerator<Cells[]> {
  const found = await findSource(reads, caller, dataId, source)
  if (found === undefined) return
  for await (const records of reader.readRange(found.key, { from, to }, signal))
    yield records.map(({ at, receivedAt, fields }) => [formatTime(at), formatTime(receivedAt), fields])
}

async function* readNumbers(
  { reads, reader }: TableParts,
  caller: Caller,
  { data_id: dataId, source, field, from, to }: TableRequest & { read: 'numbers' },
  signal: AbortSignal,
): AsyncGenerator<Cells[]> {
  const found = await findSource(reads, caller, dataId, source)
  if (found === undefined || field === null || !Object.hasOwn(found.types, field)) return
  for await (const { at, columns } of reader.readNumbers(found.key, { from, to, fields: [field] }, signal)) {
    const rows: Cells[] = []
    for (const [index, value] of (columns[0] ?? []).entries())
      if (!Number.isNaN(value)) rows.push([formatTime(at[index] ?? 0), String(value)])
    yield rows
  }
}

/** Undefined where a unit has no such source: a statement over all units reads those that have it. @throws DomainError unit/not-found */
async function findSource(reads: Db, caller: Caller, dataId: string | null, source: string | null) {
  if (dataId === null || source === null) return undefined
  requireMayRead(caller, source)
  try {
    // Names that are none are not found.
    return await createSourceStore(reads).get(dataId as DataId, source as SourceName, caller.reach)
  } catch (error) {
    if (isDomainError(error) && error.code === 'data/not-found') return undefined
    throw error
  }
}

/** All in reach, or one of them. @throws DomainError unit/not-found */
async function unitsOf(reads: Db, reach: readonly EntityId[], dataId: string | null = null): Promise<DataId[]> {
  const units = createUnitStore(reads)
  if (dataId !== null) return [(await units.getDocument(dataId as DataId, reach)).dataID]
  return (await units.listDocuments(reach)).map(({ dataID }) => dataID)
}

function cell(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}
