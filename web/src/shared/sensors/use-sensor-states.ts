import type { DataId } from '@fieldwatch/contract/api/ids'
import { useEffect, useMemo, useState } from 'react'
import type { SourceNeed } from '#shared/latest/current-source.ts'
import { useSources } from '#shared/latest/latest-queries.ts'
import { type CardState, cardState, SENSORS } from './reading.ts'
import { useLiveStatus } from '#platform/live/live-context.ts'
import { LOADED_AFTER_MS } from '#platform/live/live-state.ts'

/** One record of each is enough. */
const NEEDS: ReadonlyMap<string, SourceNeed> = new Map(SENSORS.map(({ source }) => [source, { limit: 1, fields: [] }]))

/** What each sensor of a unit reads now, in the order of `SENSORS`. */
export function useSensorStates(dataId: DataId): readonly CardState[] {
  const read = useSources(dataId, NEEDS)
  const settled = useSettled()
  return useMemo(() => SENSORS.map(({ source }) => cardState(read(source), { settled })), [read, settled])
}

/**
 * Whether missing data may be reported: 3 seconds after the stream opened (specification, document 2, section 9), or when it will
 * not open.
 */
export function useSettled(): boolean {
  const { kind } = useLiveStatus()
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    if (kind !== 'open') return undefined
    const timer = setTimeout(() => setWaited(true), LOADED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [kind])
  return waited || kind === 'lost' || kind === 'refused'
}
