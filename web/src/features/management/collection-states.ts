import { EXCLUDED_SOURCES } from '@fieldwatch/contract/data'
import { PAUSE_MARKER, SENSOR_SOURCES } from '@fieldwatch/contract/units'

export interface CollectionState {
  readonly name: string
  readonly paused: boolean
  /** Its records are not stored because the sensor is paused. */
  readonly pausedWithSensor: boolean
}

/** The collections that can be paused, by name: those that have records, and those that are paused before they had any. */
export function collectionStates(names: readonly string[], pausedData: readonly string[]): CollectionState[] {
  const isSensorPaused = pausedData.includes(PAUSE_MARKER)
  return [...new Set([...names, ...pausedData])]
    .filter((name) => !EXCLUDED_SOURCES.includes(name))
    .toSorted((left, right) => left.localeCompare(right, 'en'))
    .map((name) => ({
      name,
      paused: pausedData.includes(name),
      pausedWithSensor: isSensorPaused && name !== PAUSE_MARKER && SENSOR_SOURCES.includes(name),
    }))
}
