import type { DataId } from '@fieldwatch/contract/api/ids'
import type { MapWidget } from '@fieldwatch/contract/widgets/map'
import type { Measure } from '@fieldwatch/contract/measures/measure'
import { withUnit } from '@fieldwatch/contract/text/with-unit'
import { Button, Skeleton } from '@mantine/core'
import { usePrefetchQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { mapSettingsQuery } from '#shared/map/map-queries.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { type Position, positionOf } from '#shared/map/position.ts'
import { useReplay, useSnapshot } from '#shared/moment/replay-context.ts'
import classes from './position-widget.module.css'
import { formatPickedRange, parsePickedRange, type PickedRange } from '#shared/time-range/picked-range.ts'
import { TrackPlace } from './track-place.tsx'
import { fixedText } from '#shared/latest/value-format.ts'
import { ValueNote } from '../value-note.tsx'
import type { ReadSource } from '#shared/latest/source-state.ts'
import { valueStateText, type WidgetValue, widgetValue } from '../widget-value.ts'
import { Widget } from '../widget.tsx'
import { MapError } from '#shared/map/map-error.tsx'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { RangePopover } from '#shared/time-range/range-popover.tsx'
import { t } from '../texts.ts'
import { trackUntil } from '#shared/replay/tracks.ts'
import { useTracks } from '#shared/replay/use-tracks.ts'

/** The map library is large and comes only with a map. */
const PositionMap = lazyPart('map', async () => (await import('./position-map.tsx')).PositionMap, MapError)

interface PositionWidgetProps {
  dataId: DataId
  map: MapWidget
  unitName: string
  read: ReadSource
}

/** Where the unit is now, where it was in a range of time, or where it was at the moment that is replayed, with the way to it. */
export function PositionWidget({ dataId, map, unitName, read }: PositionWidgetProps) {
  usePrefetchQuery(mapSettingsQuery(useApi()))
  const isPast = useReplay() !== undefined
  const { range: chosen, showTrack, showCurrent } = useTrackRange()
  // The track up to the moment takes the place of a history track.
  const range = isPast ? undefined : chosen
  const track = usePastTrack(dataId, map)
  const latitude = widgetValue({ field: map.latitudeField }, map.source, read)
  const current = range === undefined && latitude.kind === 'value' ? latitude.at : undefined
  return (
    <Widget title={map.title ?? t('widgets.map.title')} aside={<ValueNote at={current} />}>
      {range === undefined ? (
        <CurrentPlace map={map} unitName={unitName} read={read} track={track} layersOf={dataId} />
      ) : (
        <TrackPlace key={formatPickedRange(range)} dataId={dataId} map={map} unitName={unitName} range={range} />
      )}
      {isPast ? undefined : <TrackBar range={range} onTrack={showTrack} onCurrent={showCurrent} />}
    </Widget>
  )
}

/** Where the unit is now, and nothing else on the map. */
export function CurrentPositionWidget({ map, unitName, read }: Omit<PositionWidgetProps, 'dataId'>) {
  usePrefetchQuery(mapSettingsQuery(useApi()))
  const latitude = widgetValue({ field: map.latitudeField }, map.source, read)
  const at = latitude.kind === 'value' ? latitude.at : undefined
  return (
    <Widget title={map.title ?? t('widgets.map.title')} aside={<ValueNote at={at} />}>
      <CurrentPlace map={map} unitName={unitName} read={read} track={undefined} layersOf={undefined} />
    </Widget>
  )
}

interface CurrentPlaceProps extends Omit<PositionWidgetProps, 'dataId'> {
  track: readonly Position[] | undefined
  /** The map offers the places of the entities, and what extensions show of this unit. */
  layersOf: DataId | undefined
}

function CurrentPlace({ map, unitName, read, track, layersOf }: CurrentPlaceProps) {
  const latitude = widgetValue({ field: map.latitudeField }, map.source, read)
  const longitude = widgetValue({ field: map.longitudeField }, map.source, read)
  const altitude =
    map.altitudeField === undefined ? undefined : widgetValue({ field: map.altitudeField }, map.source, read)
  const position = positionOf(plain(latitude), plain(longitude))
  const metres = useMeasures()('m')
  return (
    <>
      <div className={classes['place']} data-empty={position === undefined}>
        {position === undefined ? (
          <p className={classes['note']}>{stateText(latitude)}</p>
        ) : (
          <Suspense fallback={<Skeleton height="100%" />}>
            <PositionMap
              position={position}
              track={track}
              label={t('widgets.map.position', { unitName })}
              layersOf={layersOf}
            />
          </Suspense>
        )}
      </div>
      <p className={classes['words']}>{position === undefined ? '' : words(position, plain(altitude), metres)}</p>
    </>
  )
}

function plain(value: WidgetValue | undefined): unknown {
  return value?.kind === 'value' ? value.value : undefined
}

function stateText(latitude: WidgetValue): string {
  if (latitude.kind === 'retrieving' || latitude.kind === 'error') return valueStateText(latitude.kind)
  return t('widgets.map.empty')
}

function words([longitude, latitude]: readonly [number, number], altitude: unknown, metres: Measure): string {
  const place = `${fixedText(latitude, 5)}, ${fixedText(longitude, 5)}`
  if (typeof altitude !== 'number') return place
  return t('widgets.map.altitude', { place, altitude: withUnit(fixedText(metres.value(altitude), 0), metres.unit) })
}

/** The mode of the maps lives in the address: a history track of this range, or the current location. */
function useTrackRange() {
  const { track } = useSearch({ from: '/signed-in/dashboard/$dataID/' })
  const navigate = useNavigate({ from: '/dashboard/$dataID/' })
  const range = useMemo(() => (track === undefined ? undefined : parsePickedRange(track)), [track])
  return {
    range,
    showTrack: (next: PickedRange) => void navigate({ search: { track: formatPickedRange(next) }, resetScroll: false }),
    showCurrent: () => void navigate({ search: {}, resetScroll: false }),
  }
}

interface TrackBarProps {
  /** The range of the history track; undefined while the map shows the current location. */
  range: PickedRange | undefined
  onTrack: (range: PickedRange) => void
  onCurrent: () => void
}

/** Switches between the current location of a unit and its track. */
function TrackBar({ range, onTrack, onCurrent }: TrackBarProps) {
  return (
    <div className={classes['bar']}>
      <RangePopover
        label={t('widgets.track.range')}
        action={t('widgets.track.view')}
        initial={range}
        onApply={onTrack}
      />
      {range !== undefined && (
        <Button variant="light" size="xs" className={classes['button'] ?? ''} onClick={onCurrent}>
          {t('widgets.track.current')}
        </Button>
      )}
    </div>
  )
}

/** The way from the beginning of the range to where the unit was at the moment that is replayed; undefined while the page is live. */
function usePastTrack(dataId: DataId, map: MapWidget): readonly Position[] | undefined {
  const replay = useReplay()
  const snapshot = useSnapshot()
  const asked = useMemo(() => {
    if (replay === undefined) return undefined
    return { dataIds: [dataId], range: replay.playback().range, fields: map, known: replay.known }
  }, [replay, dataId, map])
  const track = useTracks(asked).get(dataId)
  return useMemo(
    () => (snapshot === undefined || track === undefined ? undefined : trackUntil(track, { at: snapshot.at })),
    [track, snapshot],
  )
}
