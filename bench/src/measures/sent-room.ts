import type { BenchContext } from '../bench-context.ts'
import { deliverAll } from '../deliver.ts'
import type { Delivery, Store } from '../stores/store.ts'
import { type Room, roomStretches } from './room.ts'
import { BODIES_IN_FLIGHT, BODY_RECORDS } from './send-history.ts'

const DAY = 86_400_000
const READINGS_A_DAY = 86_400
const YEAR_DAYS = 365
/** Bodies that are held at a time. */
const BODIES_AT_ONCE = 64

/** How many occurrences begin in each stretch, by its start. */
type Found = readonly { readonly start: number; readonly occurrences: number }[]

/** A room whose readings the portal has. */
export interface SentRoom {
  readonly room: Room
  readonly found: Found
  /** It has a year of readings, not only the days of every history. */
  readonly isYear: boolean
}

export async function loadRoom(
  { portal, watch, sizes, today }: BenchContext,
  { year }: { year: boolean },
): Promise<SentRoom> {
  const days = year ? YEAR_DAYS : sizes.historyDays
  const room: Room = { unit: 'bench-room', start: today - days * DAY, readings: days * READINGS_A_DAY }
  await portal.addUnits([room.unit])
  const found = await watch.during('room', () => sendRoom(portal.store, room))
  await portal.settle()
  return { room, found, isYear: year }
}

/** The last part of a room's readings. */
export function lastDays(room: Room, days: number): Room {
  const readings = days * READINGS_A_DAY
  return { ...room, start: room.start + (room.readings - readings) * 1000, readings }
}

/** Sends a room in stretches, and counts. */
export async function sendRoom(store: Store, room: Room): Promise<Found> {
  const found: { start: number; occurrences: number }[] = []
  const deliveries: Delivery[] = []
  // A stretch of which a day is a whole number: a month begins where a stretch does.
  const size = READINGS_A_DAY / Math.ceil(READINGS_A_DAY / BODY_RECORDS)
  for (const { stretch, occurrences } of roomStretches(room, size)) {
    found.push({ start: stretch.records[0]?.at ?? 0, occurrences })
    deliveries.push(store.prepare([stretch]))
    if (deliveries.length === BODIES_AT_ONCE) await deliverAll(deliveries.splice(0), BODIES_IN_FLIGHT)
  }
  await deliverAll(deliveries, BODIES_IN_FLIGHT)
  return found
}

export function countSince(found: Found, start: number): number {
  return found.filter((one) => one.start >= start).reduce((sum, { occurrences }) => sum + occurrences, 0)
}
