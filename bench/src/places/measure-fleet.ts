import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DataId, type EntityId } from '@fieldwatch/contract/api/ids'
import { createEvent } from '@fieldwatch/contract/events/events'
import { createPlace } from '@fieldwatch/contract/places/places'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { formatCount } from '@fieldwatch/contract/text/number-text'
import { call } from '@fieldwatch/e2e/support/api'
import { processorTime } from '@fieldwatch/e2e/support/processor-time'
import { type BenchPortal, startBenchPortal } from '../bench-portal.ts'
import { createPatience } from '../checks/patience.ts'
import { insist } from '../checks/wrong-answer.ts'
import { percentile } from '../report/percentile.ts'
import { openMqttLane, publishPacket } from '../transport/mqtt-lane.ts'
import { ACCURACY, createMover, homeOf, type Mover, RADIUS } from './mover.ts'
import { type Crossing, watchVisits } from './watch-visits.ts'

export interface FleetOptions {
  readonly units: number
  readonly places: number
  readonly seconds: number
  readonly positionsASecond: number
}

const TOKEN = `fw_${'p'.repeat(43)}`
const SOURCE = 'location'
const TABLES = [
  { name: 'visits', comparison: `${SOURCE} in group Stops` },
  { name: 'trips', comparison: `${SOURCE} trips` },
] as const
const AT_A_TIME = 50
/** Messages on their way while the portal gets as many as it takes. */
const IN_FLIGHT = 500
const TICK_MS = 5
/** Before each measurement: code that is not compiled yet does not count. */
const WARM_SECONDS = 5
const LOOK_MS = 500
const PATIENCE_MS = 120_000

/** What a stretch of sending took. */
interface Measured {
  readonly rate: number
  /** The share of one processor. */
  readonly server: number
  readonly postgres: number
  /** Microseconds of both for a position. */
  readonly micros: number
}

/**
 * Prints how many positions of a fleet are accepted without and with tables of visits and trips of every unit, at a steady rate and as fast
 * as they are acknowledged, what they take of a processor, and how late visits are.
 */
export async function measureFleet(options: FleetOptions): Promise<void> {
  const { units, places, seconds, positionsASecond } = options
  await using stack = new AsyncDisposableStack()
  // All units have the address of this machine.
  const portal = await startBenchPortal({ FIELDWATCH_MQTT_CONNECTIONS_PER_ADDRESS: String(2 * units) })
  stack.defer(() => portal.close())
  await addPlaces(portal, places)
  await addUnits(portal, units)
  const movers = await openMovers(portal, options)
  stack.defer(() => movers.forEach(({ lane }) => lane.close()))
  const steady = (longer = seconds, crossed?: Crossed) => sendSteadily(movers, positionsASecond, longer, crossed)
  const flood = (longer = seconds) => sendFlood(movers, longer)

  console.log(`${formatCount(units)} units, ${formatCount(places)} places, ${seconds} s each`)
  await steady(Math.max(WARM_SECONDS, (2 * units) / positionsASecond))
  const steadyAlone = await measure(portal, steady)
  show(`${formatCount(positionsASecond)} a second`, steadyAlone)
  await flood(WARM_SECONDS)
  const floodAlone = await measure(portal, flood)
  show('as many as are accepted', floodAlone)

  await addTables(portal, units)
  await steady(Math.max(WARM_SECONDS, (4 * units) / positionsASecond))
  const visits = watchVisits(portal)
  const steadyBeside = await measure(portal, () => steady(seconds, visits.crossed))
  show(`${formatCount(positionsASecond)} a second, with tables of visits and trips`, steadyBeside)
  const lags = await visits.stop()
  row('  from a record to the visit that it begins or ends, p50', `${percentile(lags, 0.5).toFixed(0)} ms`)
  row(`  p99 of ${lags.length}`, `${percentile(lags, 0.99).toFixed(0)} ms`)
  await flood(WARM_SECONDS)
  const floodBeside = await measure(portal, flood)
  show('as many as are accepted, with tables', floodBeside)
  row('  until the tables have all of them', `${((await untilIdle(portal)) / 1_000).toFixed(1)} s`)
  row('with tables are accepted, of a steady rate', shareOf(steadyBeside, steadyAlone))
  row('with tables are accepted, of as many as possible', shareOf(floodBeside, floodAlone))
}

type Crossed = (crossing: Crossing) => void

async function addPlaces(portal: BenchPortal, count: number): Promise<void> {
  const token = await portal.signIn()
  for (let index = 0; index < count; index += 1) {
    const { lon, lat } = homeOf(index)
    const geometry = { type: 'Point' as const, coordinates: [lon, lat] as [number, number] }
    const body = { entity: portal.entity as EntityId, name: `Stop ${index}`, group: 'Stops', geometry, radius: RADIUS }
    await call(portal, createPlace, { token, body })
  }
}

async function addUnits(portal: BenchPortal, count: number): Promise<void> {
  await portal.query(
    `insert into unit (data_id, friendly_name, token_hash)
     select 'mover-' || n, 'Mover ' || n, sha256($2::bytea) from generate_series(0, $1::int - 1) n`,
    [count, Buffer.from(TOKEN)],
  )
  await portal.query('insert into unit_entity (data_id, entity_id) select data_id, $1 from unit', [portal.entity])
}

/** Makes the tables of one unit, and those of the others like them: ten thousand requests would take longer than what is measured. */
async function addTables(portal: BenchPortal, units: number): Promise<void> {
  const token = await portal.signIn()
  const startDate = new Date().toISOString()
  for (const table of TABLES)
    await call(portal, createEvent, { token, body: { dataID: DataId.parse('mover-0'), ...table, startDate } })
  await portal.query(
    `insert into event_table (data_id, name, title, source, field, operator, constant, comparison, start_at, gap_ms,
       inputs, filled_to, created_at)
     select 'mover-' || n, name, title, source, field, operator, constant, comparison, start_at, gap_ms, inputs,
       start_at, created_at
     from event_table cross join generate_series(1, $1::int - 1) n where data_id = 'mover-0'`,
    [units],
  )
  await portal.query(
    `insert into arrival_follower (consumer, id, data_id, unfinished)
     select 'events', id::text, data_id, true from event_table where data_id <> 'mover-0'`,
  )
  await portal.query(
    `insert into arrival_cursor (consumer, follower, source, received_after)
     select 'events', id::text, source, 0 from event_table where data_id <> 'mover-0'`,
  )
  await portal.query('analyze event_table, arrival_follower, arrival_cursor')
  await untilIdle(portal)
}

async function openMovers(portal: BenchPortal, { units, places }: FleetOptions): Promise<Mover[]> {
  const movers: Mover[] = []
  for (let first = 0; first < units; first += AT_A_TIME) {
    const opening = Array.from({ length: Math.min(AT_A_TIME, units - first) }, async (_, place) => {
      const index = first + place
      const dataID = `mover-${index}`
      const lane = await openMqttLane(portal.mqttUrl, { dataID, token: TOKEN })
      return createMover({ index, units, dataID, lane, home: homeOf(index % places) })
    })
    movers.push(...(await Promise.all(opening)))
  }
  return movers
}

/** Sends a position of each unit in turn, and waits until the last is acknowledged. Returns how many. */
async function sendSteadily(
  movers: readonly Mover[],
  aSecond: number,
  seconds: number,
  crossed?: Crossed,
): Promise<number> {
  const total = Math.round(seconds * aSecond)
  const started = performance.now()
  for (let number = 0; number < total; await delay(TICK_MS)) {
    const due = Math.min(total, ((performance.now() - started) * aSecond) / 1_000)
    for (; number < due; number += 1) publish(movers[number % movers.length], crossed)
  }
  await Promise.all(movers.map(({ lane }) => lane.acknowledged()))
  return total
}

/** Sends with as many on their way at all times. */
async function sendFlood(movers: readonly Mover[], seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000
  let count = 0
  // Each has units of its own: of one unit one message is on its way.
  const work = async (first: number): Promise<void> => {
    for (
      let index = first;
      performance.now() < end;
      index = index + IN_FLIGHT < movers.length ? index + IN_FLIGHT : first
    ) {
      publish(movers[index])
      await movers[index]?.lane.acknowledged()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, movers.length) }, (_, place) => work(place)))
  return count
}

function publish(mover: Mover | undefined, crossed?: Crossed): void {
  if (mover === undefined) return
  const { at, lat, lon, speed, number, crossing } = mover.move()
  const record = `{"messageUTC":${at},"lat":${lat},"lon":${lon},"speed":${speed},"accuracy":${ACCURACY}}`
  mover.lane.publish(publishPacket(topics.data(mover.dataID, SOURCE), record, number))
  if (crossing !== undefined) crossed?.({ dataID: mover.dataID, at, crossing, sentAt: performance.now() })
}

async function measure(portal: BenchPortal, send: () => Promise<number>): Promise<Measured> {
  const postmaster = Number((await readFile(join(portal.dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  const now = async () => {
    const postgres = await processorTime([postmaster])
    // PostgreSQL is below the server.
    return { postgres, server: (await processorTime([portal.pid()])) - postgres, at: performance.now() }
  }
  const before = await now()
  const count = await send()
  const after = await now()
  const ms = after.at - before.at
  const [server, postgres] = [after.server - before.server, after.postgres - before.postgres]
  return {
    rate: (count / ms) * 1_000,
    server: server / ms,
    postgres: postgres / ms,
    micros: ((server + postgres) / count) * 1_000,
  }
}

/** Waits until the tables have everything that arrived; returns how long that took. */
async function untilIdle(portal: BenchPortal): Promise<number> {
  const [patience, started] = [createPatience(PATIENCE_MS), performance.now()]
  for (;;) {
    const [row] = await portal.query<{ count: string }>(
      `select count(*) as count from arrival_follower follower
       join arrival_cursor cursor on cursor.consumer = follower.consumer and cursor.follower = follower.id
       left join source on source.data_id = follower.data_id and source.name = cursor.source
       where follower.consumer = 'events'
         and (unfinished or (extract(epoch from last_received_at) * 1000)::bigint > received_after)`,
    )
    const waiting = Number(row?.count)
    if (waiting === 0) return performance.now() - started
    insist(!patience.isOver(waiting), () => `${waiting} tables wait, and no fewer for ${PATIENCE_MS / 1_000} s`)
    await delay(LOOK_MS)
  }
}

function show(what: string, { rate, server, postgres, micros }: Measured): void {
  const [load = 0] = loadavg()
  row(what, `${formatCount(Math.round(rate))}/s`)
  row('  share of a processor: server', `${(server * 100).toFixed(0)} %`)
  row('  share of a processor: PostgreSQL', `${(postgres * 100).toFixed(0)} %`)
  row('  processor time for a position', `${micros.toFixed(0)} µs`)
  row('  load of the machine', load.toFixed(1))
}

function shareOf(one: Measured, other: Measured): string {
  return `${((one.rate / other.rate) * 100).toFixed(1)} %`
}

function row(what: string, figure: string): void {
  console.log(`${what.padEnd(64)} ${figure.padStart(12)}`)
}
