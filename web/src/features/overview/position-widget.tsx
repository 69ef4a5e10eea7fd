import type { MapWidget } from '@fieldwatch/contract/templates'
import { Skeleton } from '@mantine/core'
import { usePrefetchQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useApi } from '#api/api-context.tsx'
import { mapSettingsQuery } from '#map/map-queries.ts'
import { positionOf } from '#map/position.ts'
import classes from './position-widget.module.css'
import { fixedText } from './value-format.ts'
import { ValueNote } from './value-note.tsx'
import type { ReadSource } from '#latest/source-state.ts'
import { VALUE_STATE_TEXT, widgetValue, type WidgetValue } from './widget-value.ts'
import { Widget } from './widget.tsx'

/** The map library is large and comes only with a map. */
const PositionMap = lazy(async () => ({ default: (await import('./position-map.tsx')).PositionMap }))

interface PositionWidgetProps {
  map: MapWidget
  unitName: string
  read: ReadSource
}

/** Where the unit is now. */
export function PositionWidget({ map, unitName, read }: PositionWidgetProps) {
  usePrefetchQuery(mapSettingsQuery(useApi()))
  const latitude = widgetValue({ field: map.latitudeField }, map.source, read)
  const longitude = widgetValue({ field: map.longitudeField }, map.source, read)
  const altitude =
    map.altitudeField === undefined ? undefined : widgetValue({ field: map.altitudeField }, map.source, read)
  const position = positionOf(plain(latitude), plain(longitude))
  return (
    <Widget
      title={map.title ?? 'Location'}
      aside={<ValueNote at={latitude.kind === 'value' ? latitude.at : undefined} />}
    >
      <div className={classes['place']}>
        {position === undefined ? (
          <p className={classes['note']}>{stateText(latitude)}</p>
        ) : (
          <Suspense fallback={<Skeleton height="100%" />}>
            <PositionMap position={position} label={`Position of ${unitName}`} />
          </Suspense>
        )}
      </div>
      <p className={classes['words']}>{position === undefined ? '' : words(position, plain(altitude))}</p>
    </Widget>
  )
}

function plain(value: WidgetValue | undefined): unknown {
  return value?.kind === 'value' ? value.value : undefined
}

function stateText(latitude: WidgetValue): string {
  if (latitude.kind === 'retrieving' || latitude.kind === 'error') return VALUE_STATE_TEXT[latitude.kind]
  return `${VALUE_STATE_TEXT.none}: no position yet`
}

function words([longitude, latitude]: readonly [number, number], altitude: unknown): string {
  const place = `${fixedText(latitude, 5)}, ${fixedText(longitude, 5)}`
  return typeof altitude === 'number' ? `${place} · altitude ${fixedText(altitude, 0)} m` : place
}
