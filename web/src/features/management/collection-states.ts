import { compareNaturally } from '@fieldwatch/contract/text/natural-order'
import { ACTION_REQUEST, ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import { PAUSE_MARKER, SENSOR_SOURCES } from '@fieldwatch/contract/units/units'

export interface CollectionState {
  readonly name: string
  readonly paused: boolean
  /** Its records are not stored because the sensor is paused. */
  readonly pausedWithSensor: boolean
  /** The portal keeps the history of requests in it, so it is neither paused nor deleted. */
  readonly ofRequests: boolean
}

const OF_REQUESTS: readonly string[] = [ACTION_REQUEST, ACTION_RESULT]

/** Each collection by name: those that have records, and those that are paused before they had any. */
export function collectionStates(names: readonly string[], pausedData: readonly string[]): CollectionState[] {
  const isSensorPaused = pausedData.includes(PAUSE_MARKER)
  return [...new Set([...names, ...pausedData])].toSorted(compareNaturally).map((name) => ({
    name,
    paused: pausedData.includes(name),
    pausedWithSensor: isSensorPaused && name !== PAUSE_MARKER && SENSOR_SOURCES.includes(name),
    ofRequests: OF_REQUESTS.includes(name),
  }))
}
