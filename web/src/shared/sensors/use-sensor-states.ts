import type { DataId } from '@fieldwatch/contract/ids'
import { useMemo } from 'react'
import type { SourceNeed } from '#shared/latest/current-source.ts'
import { useSources } from '#shared/latest/latest-queries.ts'
import { type CardState, cardState, SENSORS } from './reading.ts'
import { useSettled } from './use-settled.ts'

/** One record of each is enough. */
const NEEDS: ReadonlyMap<string, SourceNeed> = new Map(SENSORS.map(({ source }) => [source, { limit: 1, fields: [] }]))

/** What each sensor of a unit reads now, in the order of `SENSORS`. */
export function useSensorStates(dataId: DataId): readonly CardState[] {
  const read = useSources(dataId, NEEDS)
  const settled = useSettled()
  return useMemo(() => SENSORS.map(({ source }) => cardState(read(source), { settled })), [read, settled])
}
