import type { Measure, Measures } from '@fieldwatch/contract/measures/measure'
import { parseIso8601 } from '@fieldwatch/contract/telemetry/data'
import type { EventOccurrence } from '@fieldwatch/contract/events/events'
import { sampleTypeOf } from '@fieldwatch/contract/reports/report-formats'
import { Link } from '@tanstack/react-router'
import { formatDuration } from '@fieldwatch/contract/time/duration-text'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { numberText } from '@fieldwatch/contract/text/number-text'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import type { Column } from '#ui/table/column.ts'
import type { EventHeading } from './event-headings.ts'
import classes from './events.module.css'
import type { OccurrenceLink } from './occurrence-link.ts'
import { t } from './texts.ts'

interface OccurrenceColumnsSetting {
  /** The names of those that are shown. */
  readonly shown: readonly string[]
  readonly headingOf: (column: string) => EventHeading
  readonly timeFormat: TimeFormat
  readonly measures: Measures
  /** Those on the page. */
  readonly rows: readonly EventOccurrence[]
  /** What is said of the notes on an occurrence; undefined where it has none. */
  readonly notes: (row: EventOccurrence) => string | undefined
  /** Where the period of an occurrence is drawn; undefined on a unit without charts. */
  readonly link: (row: EventOccurrence) => OccurrenceLink | undefined
}

/** The columns of the table of occurrences. */
export function occurrenceColumns({
  shown,
  headingOf,
  timeFormat,
  measures,
  rows,
  notes,
  link,
}: OccurrenceColumnsSetting): readonly Column<EventOccurrence>[] {
  return shown.map((id): Column<EventOccurrence> => {
    const heading = headingOf(id)
    const value = (row: EventOccurrence) => row[id]
    switch (id) {
      case 'startUTC':
        return {
          ...heading,
          id,
          value,
          cell: (row) => <Start row={row} timeFormat={timeFormat} notes={notes(row)} link={link(row)} />,
        }
      case 'endUTC':
        return { ...heading, id, value, cell: (row) => <End row={row} timeFormat={timeFormat} /> }
      case 'duration':
        return { ...heading, id, value, align: 'end', cell: durationText }
      case 'tag':
        return { ...heading, id, value }
      default: {
        const measure = measures(heading.unit)
        const decimals = measure.decimals(decimalsOf(rows.map((row) => row[id])))
        return {
          ...heading,
          unit: measure.unit,
          id,
          value,
          align: alignOf(rows, id),
          cell: (row) => valueText(row[id], { decimals, timeFormat, measure }),
        }
      }
    }
  })
}

/** How an occurrence is called. */
export function occurrenceLabel({ startUTC }: EventOccurrence, timeFormat: TimeFormat): string {
  return t('events.event', { start: formatMoment(Date.parse(startUTC), timeFormat) })
}

type Cell = EventOccurrence[string] | undefined

const MOST_DECIMALS = 4

/** As many decimals as the numbers of a column have, so that they are aligned. */
export function decimalsOf(cells: readonly Cell[]): number {
  const counts = cells.map((cell) =>
    typeof cell === 'number'
      ? (/\.(\d+)$/.exec(cell.toFixed(MOST_DECIMALS).replace(/(?<!0)0+$/, ''))?.[1]?.length ?? 0)
      : 0,
  )
  return Math.max(0, ...counts)
}

/** Numbers are aligned to the end of their cell, texts to its start. */
function alignOf(rows: readonly EventOccurrence[], id: string): 'start' | 'end' {
  return rows.some((row) => typeof row[id] === 'string') ? 'start' : 'end'
}

interface ValueSetting {
  readonly decimals: number
  readonly timeFormat: TimeFormat
  readonly measure: Measure
}

/** What was at the start; moments are shown in the zone of the person. */
export function valueText(value: Cell, { decimals, timeFormat, measure }: ValueSetting): string {
  if (typeof value === 'boolean') return value ? t('events.yes') : t('events.no')
  if (typeof value === 'string' && sampleTypeOf(value, { column: '' }) === 'date-time')
    return formatMoment(parseIso8601(value), timeFormat)
  if (typeof value === 'number') return numberText(measure.value(value), { least: decimals, most: decimals })
  return value ?? EMPTY_CELL
}

/** One that is ongoing is known up to its last record. */
export function durationText({ duration, endUTC }: EventOccurrence): string {
  if (endUTC !== null) return formatDuration(duration)
  return duration === 0
    ? t('events.duration.one-record')
    : t('events.duration.ongoing', { duration: formatDuration(duration) })
}

function Moment({ utc, timeFormat }: { utc: string; timeFormat: TimeFormat }) {
  return <time dateTime={utc}>{formatMoment(Date.parse(utc), timeFormat)}</time>
}

interface StartProps {
  row: EventOccurrence
  timeFormat: TimeFormat
  notes: string | undefined
  link: OccurrenceLink | undefined
}

/** When it began; leads to its period in the charts. */
function Start({ row: { startUTC }, timeFormat, notes, link }: StartProps) {
  const moment = <Moment utc={startUTC} timeFormat={timeFormat} />
  return (
    <>
      {link === undefined ? (
        moment
      ) : (
        <Link {...link} className={classes['link']} title={t('events.open-chart')}>
          {moment}
        </Link>
      )}
      {notes === undefined ? undefined : <span className={classes['silent']}> · {notes}</span>}
    </>
  )
}

function End({ row: { endUTC, noDataAfter }, timeFormat }: { row: EventOccurrence; timeFormat: TimeFormat }) {
  if (endUTC === null) return <span className={classes['open']}>{t('events.end.ongoing')}</span>
  const moment = <Moment utc={endUTC} timeFormat={timeFormat} />
  if (!noDataAfter) return moment
  return (
    <span>
      {moment} <span className={classes['silent']}>{t('events.end.no-data')}</span>
    </span>
  )
}
