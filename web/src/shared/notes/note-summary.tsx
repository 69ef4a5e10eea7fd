import type { Note } from '@fieldwatch/contract/notes/notes'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { formatClock, formatDay, formatMoment } from '@fieldwatch/contract/time/moment-text'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMe } from '#platform/session/me-queries.ts'
import { formatPickedRange } from '#shared/time-range/picked-range.ts'
import classes from './notes-panel.module.css'
import { t } from './texts.ts'

interface NoteSummaryProps {
  note: Note
  /** With the unit, and a link to its charts at that time. */
  withUnit?: boolean
}

/** What a note says, when, of what and by whom. */
export function NoteSummary({ note, withUnit = false }: NoteSummaryProps) {
  const { timeFormat } = useMe()
  const when = noteTimeText(note, timeFormat)
  return (
    <>
      <Text size="sm" c="dimmed" className={classes['when'] ?? ''}>
        {withUnit ? (
          <>
            <Link
              to="/dashboard/$dataID/time-series"
              params={{ dataID: note.dataID }}
              search={{ history: rangeAround(note) }}
              className={classes['unit'] ?? ''}
              aria-label={t('notes.find.open', { device: note.deviceName, when })}
            >
              <bdi>{note.deviceName}</bdi>
            </Link>
            {' · '}
          </>
        ) : undefined}
        {when}
        {[note.source, note.by].map((one, index) =>
          one === null ? undefined : (
            // Two places that stay where they are. oxlint-disable-next-line react/no-array-index-key
            <span key={index}>
              {' · '}
              <bdi>{one}</bdi>
            </span>
          ),
        )}
      </Text>
      <Text className={classes['text'] ?? ''} dir="auto">
        {note.text}
      </Text>
    </>
  )
}

/** The moment or the period of a note; the day of the end is left out where it is that of the beginning. */
export function noteTimeText({ startUTC, endUTC }: Pick<Note, 'startUTC' | 'endUTC'>, timeFormat: TimeFormat): string {
  const from = Date.parse(startUTC)
  if (endUTC === null) return formatMoment(from, timeFormat)
  const to = Date.parse(endUTC)
  const isSameDay = formatDay(from) === formatDay(to)
  return t('notes.span', {
    from: formatMoment(from, timeFormat),
    to: isSameDay ? formatClock(to, { timeFormat, seconds: true }) : formatMoment(to, timeFormat),
  })
}

const HOUR_MS = 3_600_000

/** The hour before and after a note, or more for a long one, as the address has it. */
export function rangeAround({ startUTC, endUTC }: Pick<Note, 'startUTC' | 'endUTC'>): string {
  const [from, to] = [Date.parse(startUTC), Date.parse(endUTC ?? startUTC)]
  const around = Math.max(HOUR_MS, (to - from) / 2)
  return formatPickedRange({ kind: 'fixed', from: Math.max(0, from - around), to: to + around })
}
