import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { Note } from '../contract/notes.ts'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { formatPickedRange } from '@fieldwatch/web/shared/time-range/picked-range.ts'
import { noteTimeText } from './note-time.ts'
import { NotePicture } from './note-picture.tsx'
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
      <NotePicture note={note} when={when} />
    </>
  )
}

/** The hour before and after a note, or more for a long one, as the address has it. */
function rangeAround({ startUTC, endUTC }: Pick<Note, 'startUTC' | 'endUTC'>): string {
  const [from, to] = [Date.parse(startUTC), Date.parse(endUTC ?? startUTC)]
  const around = Math.max(HOUR_MS, (to - from) / 2)
  return formatPickedRange({ kind: 'fixed', from: Math.max(0, from - around), to: to + around })
}
