import type { DataId } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { ActionIcon } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { groupMarkers } from '@fieldwatch/web/shared/map/group-markers.ts'
import { useMapArea } from '@fieldwatch/web/shared/map/map-context.ts'
import { MAX_MARKERS } from '@fieldwatch/web/shared/map/map-limits.ts'
import { MapMarker } from '@fieldwatch/web/shared/map/map-marker.tsx'
import { useReplay, useSnapshot } from '@fieldwatch/web/shared/moment/replay-context.ts'
import { IconNotes } from '@fieldwatch/web/ui/icons/icons.ts'
import { mapNotesQuery, MOST_ON_MAP, type PlacedNote, placeNotes } from './map-notes.ts'
import { noteTimeText } from './note-time.ts'
import classes from './notes-on-map.module.css'
import { t } from './texts.ts'

const NotesHere = lazyPart('notes', async () => (await import('./notes-here.tsx')).NotesHere)

interface NotesOnMapProps {
  /** The unit of the map; left out: all viewing units. */
  dataId?: DataId
  /** Whose notes are shown while the page is live; left out: the last week. */
  range?: TimeRange
}

/** A switch for the notes on a map, which the browser remembers for all maps, and the notes of the last week, or up to the moment. */
export function NotesOnMap({ dataId, range }: NotesOnMapProps) {
  const [isShown, setShown] = useLocalStorage({ key: 'fw-map-notes', defaultValue: true })
  return (
    <>
      <ActionIcon
        className={classes['switch'] ?? ''}
        variant="default"
        size="lg"
        aria-label={t('notes.on-map')}
        title={t('notes.on-map')}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <IconNotes size="1.1rem" aria-hidden="true" />
      </ActionIcon>
      {isShown ? <NoteMarkers dataId={dataId} range={range} /> : undefined}
    </>
  )
}

const NO_NOTES: readonly PlacedNote[] = []

function NoteMarkers({ dataId, range }: { dataId: DataId | undefined; range: TimeRange | undefined }) {
  const replay = useReplay()
  const snapshot = useSnapshot()
  const { data } = useQuery(mapNotesQuery(useApi(), dataId, replay?.playback().range ?? range))
  const isPast = replay !== undefined
  const placed = useMemo(() => {
    if (data === undefined || (isPast && snapshot === undefined)) return NO_NOTES
    return placeNotes(data.notes, isPast ? snapshot : undefined)
  }, [data, isPast, snapshot])
  const area = useMapArea()
  const { singles, clusters } = useMemo(() => groupMarkers(placed, { ...area, limit: MAX_MARKERS }), [placed, area])
  const [opened, setOpened] = useState<readonly number[]>()
  const opener = useRef<HTMLElement>(null)
  const groups = [...singles.map((one) => ({ position: one.position, members: [one] })), ...clusters]
  const shown = placed.filter(({ note }) => opened?.includes(note.noteID))
  return (
    <>
      {groups.map(({ position, members }) => (
        <MapMarker key={members[0]?.note.noteID} position={position} anchor="top">
          <NoteMarker
            members={members}
            onOpen={(from) => {
              opener.current = from
              setOpened(members.map(({ note }) => note.noteID))
            }}
          />
        </MapMarker>
      ))}
      {data?.isCut === true ? (
        <p className={classes['cut']}>{t('notes.map.cut', { count: MOST_ON_MAP })}</p>
      ) : undefined}
      {opened !== undefined && shown.length > 0 ? (
        <NotesHere
          notes={shown.map(({ note }) => note)}
          onClose={() => {
            setOpened(undefined)
            opener.current?.focus()
          }}
        />
      ) : undefined}
    </>
  )
}

const MOST_LETTERS = 80

function NoteMarker({ members, onOpen }: { members: readonly PlacedNote[]; onOpen: (from: HTMLElement) => void }) {
  const { timeFormat } = useMe()
  const [first] = members
  if (first === undefined) return undefined
  const label = t('notes.here.open', {
    count: members.length,
    when: noteTimeText(first.note, timeFormat),
    text: first.note.text.slice(0, MOST_LETTERS),
  })
  return (
    <button
      type="button"
      className={classes['marker']}
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => onOpen(currentTarget)}
    >
      <span className={classes['sign']}>
        {members.length === 1 ? <IconNotes size="1rem" aria-hidden="true" /> : members.length}
      </span>
    </button>
  )
}
