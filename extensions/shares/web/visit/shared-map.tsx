import type { SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { Skeleton, Text } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { MapError } from '@fieldwatch/web/shared/map/map-error.tsx'
import { activityOf } from '@fieldwatch/web/ui/components/activity.ts'
import { ActivityLabel } from '@fieldwatch/web/ui/components/activity-label.tsx'
import { LoadFailure } from '@fieldwatch/web/ui/components/load-failure.tsx'
import { useNow } from '@fieldwatch/web/ui/components/use-now.ts'
import { placedUnits, POSITIONS_MS, usePositions } from '@fieldwatch/web/visit/positions.ts'
import classes from './shared-map.module.css'
import { t } from '../texts.ts'

const UnitsMap = lazyPart('map', async () => (await import('@fieldwatch/web/visit/units-map.tsx')).UnitsMap, MapError)

/** Where units are, or were at the moment of the map, with a list of their names and activity. */
export function SharedMap({ screen: { units, atUTC } }: { screen: Extract<SharedScreen, { kind: 'map' }> }) {
  const clock = useNow(POSITIONS_MS)
  const now = atUTC === null ? clock : Date.parse(atUTC)
  const { data, error, refetch } = usePositions({ isLive: atUTC === null })
  if (data === undefined)
    return error === null ? (
      <Skeleton height="20rem" />
    ) : (
      <LoadFailure title={t('shares.visit.map.failed')} message={error.message} onRetry={() => void refetch()} />
    )
  const placed = placedUnits(data, { units, now })
  return (
    <div className={classes['page']}>
      <div className={classes['map']}>
        {placed.length === 0 ? (
          <Text className={classes['none'] ?? ''}>{t('shares.visit.map.none')}</Text>
        ) : (
          <Suspense fallback={<Skeleton height="100%" />}>
            <UnitsMap units={placed} label={t('shares.visit.map', { count: placed.length })} />
          </Suspense>
        )}
      </div>
      <ul className={classes['units']} aria-label={t('shares.visit.map.units')}>
        {data.map(({ unit, name, latitude, lastActivityUTC }) => (
          <li key={unit}>
            <Text size="sm" fw={600} truncate title={name}>
              {name}
            </Text>
            <ActivityLabel
              activity={activityOf({ active: true, lastActivityUTC }, now)}
              lastActivityUtc={lastActivityUTC}
            />
            {latitude === null ? (
              <Text size="sm" c="dimmed">
                {t('shares.visit.map.no-position')}
              </Text>
            ) : undefined}
          </li>
        ))}
      </ul>
    </div>
  )
}
