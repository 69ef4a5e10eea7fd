import { setTimeout as delay } from 'node:timers/promises'
import { insist } from '../checks/wrong-answer.ts'
import type { SensorSource } from '../stretches.ts'
import type { MqttLane } from '../transport/mqtt-lane.ts'
import { packetsOf } from './mqtt-units.ts'

export const IN_FLIGHT_A_UNIT = 10
/** What the first seconds cost, such as code that is not compiled yet, does not count. */
const WARM_SECONDS = 2
/** More than the portal takes: a sender that has nothing left to send would pass for a portal that takes no more. */
const MOST_A_SECOND = 40_000

export type Flood = ReturnType<typeof createFlood>

/** Units that send as fast as they are acknowledged, one lane each. */
export function createFlood(sources: readonly SensorSource[], lanes: readonly MqttLane[]) {
  const sentOf = sources.map(() => 0)
  let sent = 0

  return {
    /** Messages a second while something runs, for a number of seconds at most. The number of messages on their way stays the same. */
    during: async (seconds: number, work: () => Promise<unknown>): Promise<number> => {
      const readings = Math.ceil(((WARM_SECONDS + seconds) * MOST_A_SECOND) / sources.length)
      const packets = sources.map((source, place) => packetsOf({ ...source, readings }, sentOf[place]))
      let stopped = false
      let ranOut = false
      const next = function* (place: number): Generator<Buffer> {
        for (const packet of packets[place] ?? []) {
          if (stopped) return
          sent += 1
          sentOf[place] = (sentOf[place] ?? 0) + 1
          yield packet
        }
        ranOut = true
      }
      const sending = Promise.all(lanes.map((lane, place) => lane.publishAll(next(place), IN_FLIGHT_A_UNIT)))
      await delay(WARM_SECONDS * 1000)
      const [first, started] = [sent, performance.now()]
      await work()
      const rate = (sent - first) / ((performance.now() - started) / 1000)
      insist(!ranOut, () => `a unit had nothing left to send at ${rate.toFixed(0)} messages a second`)
      stopped = true
      await sending
      return rate
    },
  }
}
