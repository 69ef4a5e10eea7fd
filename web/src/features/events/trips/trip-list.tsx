import type { DataId } from '@fieldwatch/contract/api/ids'
import { formatDuration } from '@fieldwatch/contract/time/duration-text'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { Link } from '@tanstack/react-router'
import { numberText } from '@fieldwatch/contract/text/number-text'
import { useMe } from '#platform/session/me-queries.ts'
import { paletteColour } from '#shared/charts/series-colours.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { writeReplay } from '#shared/moment/replay-address.ts'
import { IconPlayerPlay } from '#ui/icons/icons.ts'
import type { ShownTrip } from './shown-trips.ts'
import classes from './trips.module.css'
import { t } from '../texts.ts'

interface TripListProps {
  dataId: DataId
  trips: readonly ShownTrip[]
  /** The id of the highlighted one. */
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Trips in the order of time, each in the colour of its line. */
export function TripList({ dataId, trips, chosen, onChoose }: TripListProps) {
  const { timeFormat } = useMe()
  const metresText = useMetresText()
  return (
    <ul className={classes['list']} aria-label={t('events.trips.list')}>
      {trips.map((trip, index) => {
        const start = formatMoment(trip.from, timeFormat)
        const facts = [start, formatDuration(trip.to - trip.from), metresText(trip.metres)].filter(Boolean).join(' · ')
        return (
          <li key={trip.id} className={classes['row']} data-chosen={trip.id === chosen}>
            <button
              type="button"
              className={classes['choose']}
              aria-pressed={trip.id === chosen}
              aria-label={`${wayText(trip)} · ${facts}`}
              onClick={() => onChoose(trip.id)}
            >
              <span className={classes['colour']} style={{ background: paletteColour(index) }} aria-hidden />
              <span className={classes['words']}>
                <span className={classes['way']}>{wayText(trip)}</span>
                <span className={classes['facts']}>{facts}</span>
              </span>
            </button>
            <Link
              className={classes['play']}
              aria-label={t('events.trips.play.label', { start })}
              title={t('events.trips.play')}
              {...playLink(dataId, trip)}
            >
              <IconPlayerPlay size="1.2em" stroke={1.5} aria-hidden />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function wayText({ start, end, isUnderWay }: ShownTrip): string {
  const from = start ?? t('events.trips.unknown')
  const to = end ?? (isUnderWay ? t('events.trips.under-way') : t('events.trips.unknown'))
  return t('events.trips.way', { from, to })
}

const KM = 1_000

/** Metres as people read them: in kilometres, or in the measure of the person. */
function useMetresText(): (metres: number | undefined) => string {
  const measures = useMeasures()
  return (metres) => {
    if (metres === undefined) return ''
    const measure = measures('km')
    return `${numberText(measure.value(metres / KM), { least: 1, most: 1 })} ${measure.unit ?? ''}`.trim()
  }
}

/** The trip on the map of the dashboard, with the time cursor at its start. */
function playLink(dataId: DataId, { from, to }: ShownTrip) {
  const range = { from, to: Math.max(to, from + 1_000) }
  return {
    to: '/dashboard',
    search: { search: dataId, show: 'map', ...writeReplay({ range, at: from, known: 'now' }) },
  } as const
}
