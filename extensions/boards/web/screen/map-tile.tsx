import type { DataId } from '@fieldwatch/contract/api/ids'
import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { MapError } from '@fieldwatch/web/shared/map/map-error.tsx'
import { useNow } from '@fieldwatch/web/ui/components/use-now.ts'
import { placedUnits, POSITIONS_MS, usePositions } from '@fieldwatch/web/visit/positions.ts'
import classes from './board.module.css'
import { t } from '../texts.ts'

/** The map library is large and comes only with a map. */
const UnitsMap = lazyPart('map', async () => (await import('@fieldwatch/web/visit/units-map.tsx')).UnitsMap, MapError)

/** Where some units are now, each with its name. Units that are silent for a while step back. */
export function MapTile({ units }: { units: readonly DataId[] }) {
  const now = useNow(POSITIONS_MS)
  const { data, isError } = usePositions({ isLive: true })
  if (data === undefined)
    return isError ? <p className={classes['note']}>{t('boards.wall.failed')}</p> : <Skeleton height="100%" />
  const placed = placedUnits(data, { units, now })
  if (placed.length === 0) return <p className={classes['note']}>{t('boards.wall.map.none')}</p>
  return (
    <Suspense fallback={<Skeleton height="100%" />}>
      <UnitsMap units={placed} label={t('boards.wall.map', { count: placed.length })} isOnWall />
    </Suspense>
  )
}
