import { hasReading, isLate, recordAt, type Sensor, SENSOR_FIELDS, type SensorRecord } from './sensor-records.ts'

/** Records of one source, by time, that travel together. */
export interface Stretch {
  /** The unit's dataID. */
  readonly unit: string
  readonly source: string
  /** Names of the values, in their order. */
  readonly fields: readonly string[]
  readonly records: readonly SensorRecord[]
}

/** A source of the benchmark: which sensor it shows, and for how many readings. */
export interface SensorSource {
  readonly unit: string
  readonly source: string
  readonly fields: readonly string[]
  readonly sensor: Sensor
  readonly readings: number
}

export const ALL_FIELDS: readonly string[] = SENSOR_FIELDS

/** Whether a reading comes late. */
export type ComesLate = (sensor: Sensor, index: number) => boolean

/** A source as it is backfilled: what was sent in its turn, or what comes late, in stretches of so many records. */
export function* stretchesOf(
  source: SensorSource,
  { late, size, comesLate = isLate }: { late: boolean; size: number; comesLate?: ComesLate },
): Generator<Stretch & { records: SensorRecord[] }> {
  let records: SensorRecord[] = []
  for (let index = 0; index < source.readings; index += 1) {
    if (comesLate(source.sensor, index) !== late || !hasReading(source.sensor, index)) continue
    records.push(recordOf(source, index))
    if (records.length < size) continue
    yield { ...source, records }
    records = []
  }
  if (records.length > 0) yield { ...source, records }
}

/** A reading with the fields that the source has: the first ones of the sensor. */
export function recordOf({ sensor, fields }: Pick<SensorSource, 'sensor' | 'fields'>, index: number): SensorRecord {
  const record = recordAt(sensor, index)
  return fields.length === record.values.length
    ? record
    : { at: record.at, values: record.values.slice(0, fields.length) }
}
