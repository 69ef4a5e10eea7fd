import { setTimeout as delay } from 'node:timers/promises'
import type { BenchContext } from '../bench-context.ts'
import type { Result } from '../report/result.ts'
import type { MqttLane } from '../transport/mqtt-lane.ts'
import { refillTable, type WarmTable } from './event-tables.ts'
import { addMqttUnits, connectUnits, packetsOf } from './mqtt-units.ts'

const IN_FLIGHT_A_UNIT = 10
const WARM_SECONDS = 2
const ALONE_SECONDS = 6
/** A fill that gives way takes longer than anybody wants to wait for. */
const BESIDE_SECONDS = 20
const MOST_A_SECOND = 15_000

/** As many live messages as the portal takes, alone and while an event table is filled. */
export async function measureSaturatedFill(context: BenchContext, table: WarmTable): Promise<Result> {
  const { portal, watch } = context
  const readings = ((WARM_SECONDS + ALONE_SECONDS + BESIDE_SECONDS) * MOST_A_SECOND) / 50
  const sources = await addMqttUnits(context, { prefix: 'bench-saturated', readings })
  const packets = sources.map(packetsOf)
  const lanes = await connectUnits(portal, sources)
  const flood = startFlood(lanes, packets)
  await delay(WARM_SECONDS * 1000)
  const alone = await flood.during(delay(ALONE_SECONDS * 1000))
  const refilling = refillTable(portal, table)
  const beside = await watch.during('as many messages as go beside a fill', () =>
    flood.during(Promise.race([refilling, delay(BESIDE_SECONDS * 1000)])),
  )
  await flood.stop()
  for (const lane of lanes) lane.close()
  await refilling
  return {
    work: `messages that are acknowledged at full load while "${table.name}" is found anew`,
    unit: 'messages/s',
    target: Math.round(0.9 * alone),
    measured: beside,
    note: `${alone.toFixed(0)} a second alone; ${IN_FLIGHT_A_UNIT} unacknowledged of each of ${lanes.length} clients, ${BESIDE_SECONDS} s at most.`,
  }
}

/** Sends as fast as it is acknowledged until it is stopped. */
function startFlood(lanes: readonly MqttLane[], packets: readonly Buffer[][]) {
  let stopped = false
  let sent = 0
  const next = function* (place: number): Generator<Buffer> {
    for (const packet of packets[place] ?? []) {
      if (stopped) return
      sent += 1
      yield packet
    }
  }
  const sending = Promise.all(lanes.map((lane, place) => lane.publishAll(next(place), IN_FLIGHT_A_UNIT)))
  return {
    /** Messages a second while something goes on. What is on its way is always the same. */
    during: async (work: Promise<unknown>): Promise<number> => {
      const [first, started] = [sent, performance.now()]
      await work
      return (sent - first) / ((performance.now() - started) / 1000)
    },
    stop: async (): Promise<void> => {
      stopped = true
      await sending
    },
  }
}
