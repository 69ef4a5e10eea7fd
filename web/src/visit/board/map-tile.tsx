import type { DataId } from '@fieldwatch/contract/api/ids'
import { listSharedPositions, type SharedPosition } from '@fieldwatch/contract/shares/shared-screens'
import { RECENT_ACTIVITY_MINUTES } from '@fieldwatch/contract/units/units'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { MapError } from '#shared/map/map-error.tsx'
import { positionOf } from '#shared/map/position.ts'
import { useNow } from '#ui/components/use-now.ts'
import classes from './board.module.css'
import { t } from './texts.ts'

/** The map library is large and comes only with a map. */
const UnitsMap = lazyPart('map', async () => (await import('./units-map.tsx')).UnitsMap, MapError)

interface MapTileProps {
  units: readonly DataId[]
}

const READ_MS = 5_000

/** Where some units are now, each with its name. Units that are silent for a while step back. */
export function MapTile({ units }: MapTileProps) {
  const api = useApi()
  const now = useNow(READ_MS)
  const { data, isError } = useQuery({
    queryKey: ['shared-positions'],
    queryFn: async ({ signal }) => (await api.call(listSharedPositions, {}, { signal })).details.positions,
    refetchInterval: READ_MS,
    refetchIntervalInBackground: true,
  })
  if (data === undefined)
    return isError ? <p className={classes['note']}>{t('board-screen.failed')}</p> : <Skeleton height="100%" />
  const placed = data.flatMap((one) => {
    const position = units.includes(one.unit) ? positionOf(one.latitude, one.longitude) : undefined
    return position === undefined ? [] : [{ ...one, position, isOld: isOld(one, now) }]
  })
  if (placed.length === 0) return <p className={classes['note']}>{t('board-screen.map.none')}</p>
  return (
    <Suspense fallback={<Skeleton height="100%" />}>
      <UnitsMap units={placed} label={t('board-screen.map', { count: placed.length })} />
    </Suspense>
  )
}

function isOld({ lastActivityUTC }: SharedPosition, now: number): boolean {
  return lastActivityUTC === null || now - Date.parse(lastActivityUTC) >= RECENT_ACTIVITY_MINUTES * 60_000
}
