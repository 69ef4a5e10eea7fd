import type { EventOccurrence } from '@fieldwatch/contract/events/events'
import { SourceName, type DataId } from '@fieldwatch/contract/api/ids'
import { Button, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { paletteColour } from '#shared/charts/series-colours.ts'
import { FitPositions } from '#shared/map/fit-positions.tsx'
import { MapMarker } from '#shared/map/map-marker.tsx'
import { MapView } from '#shared/map/map-view.tsx'
import type { Position } from '#shared/map/position.ts'
import { TrackLayer } from '#shared/map/track-layer.tsx'
import { Slot } from '#platform/extensions/slot.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import { type PickedRange, spanOfPicked } from '#shared/time-range/picked-range.ts'
import { IconFlagFilled, IconMapPinFilled } from '#ui/icons/icons.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { portalNow } from '#platform/time/portal-clock.ts'
import { linesOf, type ShownTrip, tripsOf } from './shown-trips.ts'
import { TripList } from './trip-list.tsx'
import classes from './trips.module.css'
import { useTripTrack } from './use-trip-track.ts'
import { t } from '../texts.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'

interface TripMapProps {
  dataId: DataId
  title: string
  /** The source of the positions. */
  source: string
  /** Those that the table shows; undefined while they are on their way. */
  occurrences: readonly EventOccurrence[] | undefined
  range: PickedRange | undefined
  onRange: (range: PickedRange | undefined) => void
}

const NONE: readonly EventOccurrence[] = []

/** The trips that a table shows as lines on a map, with their list. A selected one is highlighted. */
export function TripMap({ dataId, title, source, occurrences, range, onRange }: TripMapProps) {
  const trips = useMemo(() => tripsOf(occurrences ?? NONE, source), [occurrences, source])
  const [picked, setPicked] = useState<string>()
  const chosen = trips.findIndex(({ id }) => id === picked)
  const layersOf = useMemo(
    () => ({ dataId, ...(range === undefined ? {} : { range: spanOfPicked(range, portalNow()) }) }),
    [dataId, range],
  )
  const track = useTripTrack({ dataId, source: SourceName.parse(source), trips })
  const lines = useMemo(() => (track.data === undefined ? [] : linesOf(trips, track.data)), [trips, track.data])
  return (
    <section className={classes['trips']} aria-label={t('events.trips.map')} data-screen-only>
      <DayBar trips={trips} range={range} onRange={onRange} title={title} />
      <div className={classes['pair']}>
        <div className={classes['map']}>
          <MapView label={t('events.trips.map')}>
            {trips.length === 0 ? <UnitInView /> : <TripLines lines={lines} chosen={chosen} />}
            <Slot name="map.layer" of={layersOf} />
          </MapView>
        </div>
        <TripList
          dataId={dataId}
          trips={trips}
          chosen={picked}
          onChoose={(id) => setPicked((before) => (before === id ? undefined : id))}
        />
      </div>
      <output className={classes['status']}>
        {occurrences !== undefined && trips.length === 0
          ? t('events.trips.none')
          : track.isPending && trips.length > 0
            ? t('events.trips.waiting')
            : ''}
      </output>
      {track.error === null ? undefined : (
        <FailureNote
          text={t('events.trips.failed')}
          advice={track.error.message}
          onRetry={() => void track.refetch()}
        />
      )}
    </section>
  )
}

/** Without trips the map shows where the unit is. */
export function UnitInView() {
  const { currentLat, currentLon } = useUnit().unit
  const positions = useMemo(
    (): Position[] => (currentLat === null || currentLon === null ? [] : [[currentLon, currentLat]]),
    [currentLat, currentLon],
  )
  const [position] = positions
  if (position === undefined) return undefined
  return (
    <>
      <FitPositions positions={positions} occasion="no trips" />
      <MapMarker position={position} anchor="bottom">
        <IconMapPinFilled className={classes['pin']} aria-hidden />
      </MapMarker>
    </>
  )
}

function TripLines({ lines, chosen }: { lines: readonly (readonly Position[])[]; chosen: number }) {
  const line = lines[chosen]
  const shown = useMemo(() => line ?? lines.flat(), [line, lines])
  const [start, end] = [line?.[0], line?.at(-1)]
  return (
    <>
      {shown.length === 0 ? undefined : (
        <FitPositions positions={shown} occasion={`${chosen} ${lines.length} ${shown.length}`} />
      )}
      {lines.map((way, index) =>
        index === chosen ? undefined : (
          <TripLine key={index} way={way} colour={chosen === -1 ? paletteColour(index) : QUIET} />
        ),
      )}
      {/* The last one lies above the others. */}
      {line === undefined ? undefined : <TripLine key={`chosen ${chosen}`} way={line} colour={paletteColour(chosen)} />}
      {start === undefined ? undefined : (
        <MapMarker position={start} anchor="bottom">
          <IconFlagFilled className={classes['pin']} aria-hidden />
        </MapMarker>
      )}
      {end === undefined ? undefined : (
        <MapMarker position={end} anchor="bottom">
          <IconMapPinFilled className={classes['pin']} aria-hidden />
        </MapMarker>
      )}
    </>
  )
}

/** A variable of the theme, which maps need as a colour. */
const QUIET = 'var(--mantine-color-gray-5)'

function TripLine({ way, colour }: { way: readonly Position[]; colour: string }) {
  const lines = useMemo(() => [way], [way])
  return <TrackLayer lines={lines} colour={colour} />
}

interface DayBarProps extends Pick<TripMapProps, 'range' | 'onRange' | 'title'> {
  trips: readonly ShownTrip[]
}

/** Goes from day to day; without a chosen one from that of the last trip. */
function DayBar({ trips, range, onRange, title }: DayBarProps) {
  const [now] = useState(portalNow)
  const shown = range?.kind === 'fixed' ? range.from : (trips.at(-1)?.from ?? now)
  const day = dayAround(shown)
  const isDay = range?.kind === 'fixed' && range.from === day.from && range.to === day.to
  return (
    <fieldset className={classes['bar']} aria-label={`${t('events.trips.day')}: ${title}`}>
      <Button variant="default" size="xs" onClick={() => onRange(rangeOfDay(dayAround(shown, -1)))}>
        {t('events.trips.day.before')}
      </Button>
      <TextInput
        type="date"
        size="xs"
        aria-label={t('events.trips.day')}
        value={isDay ? dateOfDay(day) : ''}
        max={dateOfDay(dayAround(now))}
        onChange={({ currentTarget: { value } }) => {
          const wanted = dayOfDate(value)
          if (wanted !== undefined) onRange(rangeOfDay(wanted))
        }}
      />
      <Button
        variant="default"
        size="xs"
        disabled={isDay && day.to > now}
        onClick={() => onRange(rangeOfDay(isDay ? dayAround(shown, 1) : day))}
      >
        {t('events.trips.day.next')}
      </Button>
      <Button variant="subtle" size="xs" onClick={() => onRange(rangeOfDay(dayAround(now)))}>
        {t('events.trips.day.today')}
      </Button>
    </fieldset>
  )
}

/** The day of a moment in the zone of the browser, moved by some days. */
export function dayAround(at: number, days = 0): TimeRange {
  const date = new Date(at)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate() + days]
  return { from: new Date(year, month, day).getTime(), to: new Date(year, month, day + 1).getTime() }
}

/** The range of a table that shows a day. */
function rangeOfDay({ from, to }: TimeRange): PickedRange {
  return { kind: 'fixed', from, to }
}

/** A day as an input of dates has it. */
export function dateOfDay({ from }: TimeRange): string {
  const date = new Date(from)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Undefined while the date is being typed. */
export function dayOfDate(text: string): TimeRange | undefined {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const at = new Date(year, month - 1, day).getTime()
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) ? dayAround(at) : undefined
}
