import type { TimeRange } from '@fieldwatch/contract/time/times'
import { hasReading, READING_MILLISECONDS, timeAt } from '../sensor-records.ts'
import type { SensorSource } from '../stretches.ts'

/** The numbers of the readings of a source that were sent and lie in a range of time, in their order. */
export function* readingsIn(source: SensorSource, { from, to }: TimeRange): Generator<number> {
  const { sensor, readings } = source
  const first = Math.max(0, Math.floor((from - sensor.start) / READING_MILLISECONDS) - 1)
  for (let index = first; index < readings; index += 1) {
    const at = timeAt(sensor, index)
    if (at >= to) return
    if (at >= from && hasReading(sensor, index)) yield index
  }
}

/** The number of the reading with this time; undefined when none was sent. */
export function readingAt({ sensor, readings }: SensorSource, at: number): number | undefined {
  const index = Math.floor((at - sensor.start) / READING_MILLISECONDS)
  const wasSent = index >= 0 && index < readings && hasReading(sensor, index) && timeAt(sensor, index) === at
  return wasSent ? index : undefined
}
