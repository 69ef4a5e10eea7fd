import { formatCount } from '@fieldwatch/contract/text/number-text'
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchContext } from '../bench-context.ts'
import type { Result } from '../report/result.ts'
import type { MqttLane } from '../transport/mqtt-lane.ts'
import { refillTable, type WarmTable } from './event-tables.ts'
import { addMqttUnits, connectUnits, packetsOf } from './mqtt-units.ts'

const MESSAGES_A_SECOND = 2_000
const ALONE_SECONDS = 5
const MOST_SECONDS = 40
const TICK_MS = 5

/** Live messages that are acknowledged a second, alone and while an event table is filled. */
export async function measureBesideFill(context: BenchContext, table: WarmTable): Promise<Result[]> {
  const { portal, watch } = context
  const readings = Math.ceil(((MOST_SECONDS + ALONE_SECONDS) * MESSAGES_A_SECOND) / 50)
  const sources = await addMqttUnits(context, { prefix: 'bench-beside', readings })
  const packets = sources.map((source) => packetsOf(source))
  const lanes = await connectUnits(portal, sources)
  const feed = createFeed(lanes, packets)
  const alone = await feed.during(() => delay(ALONE_SECONDS * 1000))
  let took = 0
  const beside = await watch.during('messages beside a fill', () =>
    feed.during(async () => {
      const started = performance.now()
      await refillTable(portal, table)
      took = performance.now() - started
    }),
  )
  for (const lane of lanes) lane.close()
  return [
    {
      work: `of ${formatCount(MESSAGES_A_SECOND)} messages/s those that are acknowledged while "${table.name}" is recomputed`,
      unit: 'messages/s',
      target: Math.round(0.9 * alone),
      measured: beside,
      note: `${alone.toFixed(0)} a second alone. Recomputing it took ${(took / 1000).toFixed(1)} s.`,
    },
  ]
}

function createFeed(lanes: readonly MqttLane[], packets: readonly Buffer[][]) {
  let number = 0
  return {
    /** Sends evenly while something is done; returns how many were acknowledged a second until the last of them was. */
    during: async (work: () => Promise<unknown>): Promise<number> => {
      let isDone = false
      const first = number
      const started = performance.now()
      const done = work().finally(() => {
        isDone = true
      })
      for (; !isDone; await delay(TICK_MS)) {
        const due = first + ((performance.now() - started) * MESSAGES_A_SECOND) / 1000
        for (; number < due; number += 1) {
          const unit = number % lanes.length
          const packet = packets[unit]?.[Math.floor(number / lanes.length)]
          if (packet !== undefined) lanes[unit]?.publish(packet)
        }
      }
      await Promise.all([done, ...lanes.map((lane) => lane.acknowledged())])
      return (number - first) / ((performance.now() - started) / 1000)
    },
  }
}
