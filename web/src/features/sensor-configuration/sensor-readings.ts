import { PRESSURE_QUANTITIES, PRESSURE_SOURCE, sensorField } from '@fieldwatch/contract/sensors/pressure-sensors'
import type { SourceNeed } from '#shared/latest/current-source.ts'
import type { ReadSource } from '#shared/latest/source-state.ts'
import { readingText } from './channel-text.ts'
import { readingOf } from './channel-values.ts'

type Quantity = (typeof PRESSURE_QUANTITIES)[number]['name']

/** The last reading of a sensor: each value in words, and when it was measured, in epoch milliseconds. */
export interface SensorReading {
  readonly texts: Readonly<Partial<Record<Quantity, string>>>
  readonly at: number | undefined
}

/** A reply has at most so many fields. */
const FIELDS_MAX = 256

/** What is needed to show the last reading of sensors. */
export function sensorNeeds(serialNumbers: readonly string[]): ReadonlyMap<string, SourceNeed> {
  const fields = serialNumbers.flatMap((serial) => PRESSURE_QUANTITIES.map(({ name }) => sensorField(serial, name)))
  return new Map([[PRESSURE_SOURCE, { limit: 1, fields: fields.slice(0, FIELDS_MAX) }]])
}

export function sensorReading(read: ReadSource, serialNumber: string): SensorReading {
  const state = read(PRESSURE_SOURCE)
  const texts: Partial<Record<Quantity, string>> = {}
  let at: number | undefined
  for (const { name, unit } of PRESSURE_QUANTITIES) {
    const reading = readingOf(state, sensorField(serialNumber, name))
    if (reading === undefined) continue
    texts[name] = readingText(reading, unit)
    at = Math.max(at ?? reading.at, reading.at)
  }
  return { texts, at }
}
