import { formatCount } from '@fieldwatch/contract/text/number-text'
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchContext } from '../bench-context.ts'
import { insist } from '../checks/wrong-answer.ts'
import { percentile } from '../report/percentile.ts'
import type { Result } from '../report/result.ts'
import { timeAt } from '../sensor-records.ts'
import type { SensorSource } from '../stretches.ts'
import type { MqttLane } from '../transport/mqtt-lane.ts'
import { followSources, keyOf, type Moments } from './live-follower.ts'
import { addMqttUnits, connectUnits, packetsOf } from './mqtt-units.ts'

/** The load under which it is measured. */
export const MESSAGES_A_SECOND = 2000

/** From the publish of a unit to the page that follows it, under a steady load of which the page sees every message. */
export async function measureLive(context: BenchContext): Promise<Result[]> {
  const { portal, watch, sizes } = context
  const readings = Math.ceil((sizes.liveSeconds * MESSAGES_A_SECOND) / 50) + 1
  const sources = await addMqttUnits(context, { prefix: 'bench-live', readings })
  const packets = sources.map((source) => packetsOf(source))
  const lanes = await connectUnits(portal, sources)
  // A page reads what is stored and follows from there, so the first reading of each is sent before it opens.
  for (const [place, lane] of lanes.entries()) lane.publish(packets[place]?.[0] as Buffer)
  await Promise.all(lanes.map((lane) => lane.acknowledged()))

  const follower = await followSources(portal, sources)
  const sent = await watch.during('live', () => publishSteadily(lanes, packets))
  await Promise.all(lanes.map((lane) => lane.acknowledged()))
  const { arrived } = await follower.untilArrived(sent.reduce((sum, { length }) => sum + length, 0))
  const delays = sent.flatMap((times, place) =>
    times.map((time, number) => arrivalOf(arrived, number + 1, sources[place]) - time),
  )
  for (const lane of lanes) lane.close()
  const row = { unit: 'ms' } as const
  const work = `message to browser under ${formatCount(MESSAGES_A_SECOND)} messages/s`
  return [
    { ...row, work: `${work}, p50`, measured: percentile(delays, 0.5) },
    { ...row, work: `${work}, p99`, target: 150, measured: percentile(delays, 0.99) },
  ]
}

const TICK_MILLISECONDS = 5

/** Sends the second and later packets of all units in turn, evenly. */
export async function publishSteadily(lanes: readonly MqttLane[], packets: readonly Buffer[][]): Promise<number[][]> {
  const sent = packets.map((): number[] => [])
  const total = packets.reduce((sum, { length }) => sum + length - 1, 0)
  const started = performance.now()
  for (let number = 0; number < total; await delay(TICK_MILLISECONDS)) {
    const due = Math.min(total, ((performance.now() - started) * MESSAGES_A_SECOND) / 1000)
    for (; number < due; number += 1) {
      const unit = number % lanes.length
      const index = 1 + Math.floor(number / lanes.length)
      sent[unit]?.push(performance.now())
      lanes[unit]?.publish(packets[unit]?.[index] as Buffer)
    }
  }
  return sent
}

function arrivalOf(arrived: Moments, index: number, source: SensorSource | undefined): number {
  if (source === undefined) throw new Error('a message of no source')
  const key = keyOf(source.unit, timeAt(source.sensor, index))
  const time = arrived.get(key)
  insist(time !== undefined, () => `the stream never carried the record ${key}`)
  return time ?? Number.NaN
}
