import type { DataId } from '@fieldwatch/contract/api/ids'
import { listSharedPositions, type SharedPosition } from '@fieldwatch/contract/visitors/shared-screens'
import { RECENT_ACTIVITY_MINUTES } from '@fieldwatch/contract/units/units'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { type Position, positionOf } from '#shared/map/position.ts'

/** How often live positions are read. */
export const POSITIONS_MS = 5_000

export interface PlacedUnit extends SharedPosition {
  readonly position: Position
  /** It had been silent for a while. */
  readonly isOld: boolean
}

/** Where the units of the maps of the screen are. */
export function usePositions({ isLive }: { isLive: boolean }) {
  const api = useApi()
  return useQuery({
    queryKey: ['shared-positions'],
    queryFn: async ({ signal }) => (await api.call(listSharedPositions, {}, { signal })).details.positions,
    refetchInterval: isLive ? POSITIONS_MS : false,
    refetchIntervalInBackground: true,
  })
}

/** Those that have a position. */
export function placedUnits(
  positions: readonly SharedPosition[],
  { units, now }: { readonly units: readonly DataId[]; readonly now: number },
): PlacedUnit[] {
  return positions.flatMap((one) => {
    const position = units.includes(one.unit) ? positionOf(one.latitude, one.longitude) : undefined
    return position === undefined ? [] : [{ ...one, position, isOld: isOld(one, now) }]
  })
}

function isOld({ lastActivityUTC }: SharedPosition, now: number): boolean {
  return lastActivityUTC === null || now - Date.parse(lastActivityUTC) >= RECENT_ACTIVITY_MINUTES * 60_000
}
