import { numberText } from '@fieldwatch/contract/text/number-text'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { MapWidget } from '@fieldwatch/contract/widgets/map'
import { withUnit } from '@fieldwatch/contract/text/with-unit'
import { Button, Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { formatPickedRange, type PickedRange, spanOfPicked } from '#shared/time-range/picked-range.ts'
import { trackLengthKm, trackOf } from './history-track.ts'
import classes from './position-widget.module.css'
import { MapError } from '#shared/map/map-error.tsx'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { readAllRecords } from '#platform/api/read-all-records.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { t } from '../texts.ts'

const TrackMap = lazyPart('map', async () => (await import('./track-map.tsx')).TrackMap, MapError)

interface TrackPlaceProps {
  dataId: DataId
  map: MapWidget
  unitName: string
  range: PickedRange
}

/** Where a unit was in a range of time, with the length of its way. */
export function TrackPlace({ dataId, map, unitName, range }: TrackPlaceProps) {
  const { data: track, isError, refetch, read } = useTrack({ dataId, map, range })
  const [start] = track ?? []
  const kilometres = useMeasures()('km')
  return (
    <>
      <div className={classes['place']}>
        {track === undefined && !isError && (
          <div aria-busy="true" className={classes['waiting']}>
            <Skeleton className={classes['skeleton'] ?? ''} />
            <output className={classes['count']}>
              {read === 0 ? t('widgets.state.retrieving') : t('widgets.track.loaded', { count: read })}
            </output>
          </div>
        )}
        {isError && (
          <div role="alert" className={classes['note']}>
            <p>{t('widgets.track.failed')}</p>
            <Button variant="default" onClick={() => void refetch()}>
              {t('widgets.track.retry')}
            </Button>
          </div>
        )}
        {track !== undefined && start === undefined && <p className={classes['note']}>{t('widgets.track.empty')}</p>}
        {track !== undefined && start !== undefined && (
          <Suspense fallback={<Skeleton height="100%" />}>
            <TrackMap
              dataId={dataId}
              range={range}
              track={track}
              label={t('widgets.track.label', { unitName })}
              occasion={formatPickedRange(range)}
            />
          </Suspense>
        )}
      </div>
      <p className={classes['words']}>
        {track !== undefined &&
          track.length > 0 &&
          t('widgets.track.length', {
            count: track.length,
            length: withUnit(
              numberText(kilometres.value(trackLengthKm(track)), { least: 0, most: 1 }),
              kilometres.unit,
            ),
          })}
      </p>
    </>
  )
}

/** The track of a unit in a range; `read` counts the records as they arrive. */
function useTrack({ dataId, map, range }: { dataId: DataId; map: MapWidget; range: PickedRange }) {
  const api = useApi()
  const [read, setRead] = useState(0)
  const { source, latitudeField, longitudeField } = map
  const query = useQuery({
    queryKey: ['track', dataId, source, latitudeField, longitudeField, formatPickedRange(range)],
    queryFn: async ({ signal }) => {
      setRead(0)
      const { from, to } = spanOfPicked(range, portalNow())
      const filters = [
        { field: 'messageUTC', operator: '>=' as const, value: new Date(from).toISOString() },
        { field: 'messageUTC', operator: '<=' as const, value: new Date(to).toISOString() },
      ]
      const sort = { field: 'messageUTC', direction: 'asc' }
      try {
        const asked = { dataID: dataId, subject: source, filters, sort }
        return trackOf(await readAllRecords(api, asked, { signal, onPage: setRead }), { latitudeField, longitudeField })
      } catch (error) {
        if (hasCode(error, 'data/not-found')) return []
        throw error
      }
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  return { ...query, read }
}
