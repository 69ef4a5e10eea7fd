import { setTimeout as delay } from 'node:timers/promises'
import { createEvent, type EventPage, listEvents, refreshEvent, removeEvent } from '@fieldwatch/contract/events/events'
import { DataId } from '@fieldwatch/contract/api/ids'
import { call } from '@fieldwatch/e2e/support/api'
import type { BenchPortal } from '../bench-portal.ts'
import { insist } from '../checks/wrong-answer.ts'
import { ROOM_FIELD, ROOM_LIMIT, ROOM_SOURCE } from './room.ts'

const LOOK_MS = 20
/** Beside as many messages as the portal takes, looking all the time would take its part of them. */
const LOOK_BESIDE_MS = 500

/** An event table that is asked for what it found. */
export interface WarmTable {
  readonly unit: string
  readonly name: string
}

/** Makes an event table of a room; returns how long it took until all was found. */
export async function fillTable(
  portal: BenchPortal,
  { unit, name, start, occurrences }: WarmTable & { start: number; occurrences: number },
): Promise<number> {
  const token = await portal.signIn()
  const body = {
    dataID: DataId.parse(unit),
    name,
    comparison: `${ROOM_SOURCE}.${ROOM_FIELD} > ${ROOM_LIMIT}`,
    startDate: new Date(start).toISOString(),
    values: [{ source: ROOM_SOURCE, field: ROOM_FIELD }],
  }
  const started = performance.now()
  await call(portal, createEvent, { token, body: body })
  await untilReady(portal, { unit, name }, LOOK_MS)
  const took = performance.now() - started
  const { pagination } = await pageOf(portal, { unit, name }, {})
  insist(
    pagination.total === occurrences,
    () => `${name} has ${pagination.total} occurrences instead of ${occurrences}`,
  )
  return took
}

/** Has all of it found again, beside what else is measured. */
export async function refillTable(portal: BenchPortal, table: WarmTable): Promise<void> {
  const body = { dataID: DataId.parse(table.unit), name: table.name }
  await call(portal, refreshEvent, { token: await portal.signIn(), body })
  await untilReady(portal, table, LOOK_BESIDE_MS)
}

export async function removeTable(portal: BenchPortal, { unit, name }: WarmTable): Promise<void> {
  await call(portal, removeEvent, { token: await portal.signIn(), body: { dataID: DataId.parse(unit), name } })
}

export async function pageOf(
  portal: BenchPortal,
  { unit, name }: WarmTable,
  query: { sort?: string; page?: number; token?: string },
): Promise<EventPage> {
  const { token = await portal.signIn(), ...asked } = query
  const { details } = await call(portal, listEvents, {
    token,
    query: { dataID: DataId.parse(unit), name, direction: 'desc', page: 1, pageSize: 10, ...asked },
  })
  if (!('occurrences' in details)) throw new Error(`${name} answered with no page`)
  return details
}

async function untilReady(portal: BenchPortal, table: WarmTable, lookMs: number): Promise<void> {
  const token = await portal.signIn()
  while ((await stateOf(portal, table, token)) !== 'ready') await delay(lookMs)
}

async function stateOf(portal: BenchPortal, { unit, name }: WarmTable, token: string): Promise<string | undefined> {
  const { details } = await call(portal, listEvents, { token, query: { dataID: DataId.parse(unit) } })
  return 'tables' in details ? details.tables.find((table) => table.name === name)?.state : undefined
}
