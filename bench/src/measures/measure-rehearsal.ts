import { formatCount } from '@fieldwatch/contract/text/number-text'
import { rehearseAlert } from '@fieldwatch/contract/alerts/alert-rehearsal'
import { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { call } from '@fieldwatch/e2e/support/api'
import type { BenchContext } from '../bench-context.ts'
import { insist } from '../checks/wrong-answer.ts'
import { deliverAll, timeRepeats } from '../deliver.ts'
import { percentile } from '../report/percentile.ts'
import type { Result } from '../report/result.ts'
import type { Delivery } from '../stores/store.ts'
import { type Room, ROOM_FIELD, ROOM_SOURCE, roomStretches } from './room.ts'
import { BODIES_IN_FLIGHT, BODY_RECORDS } from './send-history.ts'

const UNITS = 10
const SECOND = 1000
const DAY = 86_400 * SECOND
const MARGIN = 1_800 * SECOND
const BODIES_AT_ONCE = 64
/** What a room reaches for moments a day, and what it is about for hours, with noise of a degree. */
const RARE: Limits = { limit: 22.99, clearLimit: 22.5 }
const OFTEN: Limits = { limit: 18, clearLimit: 16 }

interface Limits {
  readonly limit: number
  readonly clearLimit: number
}

/** A condition that is tried on a month of ten units: one that holds now and then, and one about which the values keep going back and forth. */
export async function measureRehearsal(context: BenchContext): Promise<Result[]> {
  const { portal, watch, sizes } = context
  const units = Array.from({ length: UNITS }, (_, number) => `bench-rehearsed-${number}`)
  await portal.addUnits(units)
  // Within the days that are looked at, however long the measurement takes.
  const start = Math.floor(Date.now() / SECOND) * SECOND - sizes.historyDays * DAY + MARGIN
  const room = { start, readings: (sizes.historyDays * DAY - 2 * MARGIN) / SECOND }
  await watch.during('rooms to rehearse on', async () => {
    await sendRooms(
      context,
      units.map((unit) => ({ unit, ...room })),
    )
    await portal.settle()
  })
  const rare = await watch.during('rehearsal of rare events', () => rehearse(context, units, room, RARE))
  const often = await watch.during('rehearsal', () => rehearse(context, units, room, OFTEN))
  const work = `rehearsal over ${UNITS} units × ${sizes.historyDays} d × 1 Hz`
  const row = { unit: 'ms', target: 1_000 } as const
  return [
    {
      ...row,
      work: `${work}, of a limit that is rarely reached`,
      measured: rare.took,
      note: `${formatCount(rare.count)} events.`,
    },
    {
      ...row,
      work: `${work}, of a limit that is often reached`,
      measured: often.took,
      note: `${formatCount(often.count)} events; of three quarters of the records no summary rules anything out.`,
    },
  ]
}

async function rehearse(
  { portal, sizes }: BenchContext,
  units: readonly string[],
  room: Omit<Room, 'unit'>,
  { limit, clearLimit }: Limits,
): Promise<{ took: number; count: number }> {
  const expected = countEvents(room, { limit, clearLimit }) * units.length
  const token = await portal.signIn()
  const body = {
    devices: units.map((unit) => DataId.parse(unit)),
    source: SourceName.parse(ROOM_SOURCE),
    condition: { field: ROOM_FIELD, operator: 'greater than' as const, constant: limit },
    clearLimit,
  }
  const times = await timeRepeats({ ...sizes.repeats, times: 5 }, async () => {
    const { details } = await call(portal, rehearseAlert, { token, body })
    insist(details.count === expected, () => `a rehearsal found ${details.count} events instead of ${expected}`)
  })
  return { took: percentile(times, 0.5), count: expected }
}

/** A look at all values one by one. */
function countEvents(room: Omit<Room, 'unit'>, { limit, clearLimit }: Limits): number {
  let count = 0
  let isHigh = false
  for (const { stretch } of roomStretches({ unit: '', ...room }, BODY_RECORDS)) {
    for (const { values } of stretch.records) {
      const value = values[0] ?? Number.NaN
      if (isHigh) isHigh = value > clearLimit
      else if (value > limit) {
        isHigh = true
        count += 1
      }
    }
  }
  return count
}

async function sendRooms({ portal }: BenchContext, rooms: readonly Room[]): Promise<void> {
  const deliveries: Delivery[] = []
  for (const room of rooms) {
    for (const { stretch } of roomStretches(room, BODY_RECORDS)) {
      deliveries.push(portal.store.prepare([stretch]))
      if (deliveries.length === BODIES_AT_ONCE) await deliverAll(deliveries.splice(0), BODIES_IN_FLIGHT)
    }
  }
  await deliverAll(deliveries, BODIES_IN_FLIGHT)
}
