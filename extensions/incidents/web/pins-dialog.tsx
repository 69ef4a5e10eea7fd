import { MOST_PINNED_NOTES } from '../contract/incident-facts.ts'
import type { IncidentDetails } from '../contract/incidents.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { Checkbox, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { useChangeIncident } from './incident-queries.ts'
import { t } from './texts.ts'
import { foundNotesQuery } from '@fieldwatch/notes/web/note-queries'
import { FormDialog } from '@fieldwatch/web/ui/components/form-dialog.tsx'
import { useUnsaved } from '@fieldwatch/web/ui/components/unsaved-context.tsx'
import classes from './incidents-page.module.css'

const SETTLE_MS = 300

interface PinnedNote {
  readonly noteID: number
  readonly text: string
  readonly when: string
  readonly unit: string
}

/** Chooses the notes that are in the incident whatever their time: of the units of the incident. */
export function PinsDialog({ incident, onClose }: { incident: IncidentDetails; onClose: () => void }) {
  const { timeFormat } = useMe()
  const change = useChangeIncident()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), SETTLE_MS)
  const names = new Map<string, string>(incident.details.map(({ dataID, deviceName }) => [dataID, deviceName]))
  const whenOf = (utc: string): string => formatMoment(Date.parse(utc), timeFormat)
  const [pinned] = useState<readonly PinnedNote[]>(() =>
    incident.timeline.flatMap((entry) =>
      entry.kind === 'note' && entry.pinned
        ? [{ noteID: entry.noteID, text: entry.text, when: whenOf(entry.atUTC), unit: names.get(entry.dataID) ?? '' }]
        : [],
    ),
  )
  const [chosen, choose] = useState<readonly number[]>(() => pinned.map(({ noteID }) => noteID))
  useUnsaved(chosen.join() !== pinned.map(({ noteID }) => noteID).join() && !change.isSuccess)
  const { data } = useInfiniteQuery(
    foundNotesQuery(useApi(), { text: asked === '' ? undefined : asked, dataId: undefined, range: undefined }),
  )
  const found = (data?.pages.flatMap(({ notes }) => notes) ?? [])
    .filter(({ dataID, noteID }) => names.has(dataID) && pinned.every((note) => note.noteID !== noteID))
    .map(({ noteID, text: words, startUTC, deviceName }) => ({
      noteID,
      text: words,
      when: whenOf(startUTC),
      unit: deviceName,
    }))
  const isFull = chosen.length >= MOST_PINNED_NOTES

  function save(): void {
    const { incidentID, version } = incident
    change.mutate({ incidentID, version, pinnedNotes: [...chosen] }, { onSuccess: onClose })
  }

  return (
    <FormDialog
      title={t('incidents.pins')}
      submit={t('incidents.save')}
      busy={change.isPending}
      failure={change.error}
      onSubmit={save}
      onClose={onClose}
    >
      <Text>{t('incidents.pins.help')}</Text>
      <TextInput
        type="search"
        label={t('incidents.kind.note')}
        maxLength={100}
        dir="auto"
        data-autofocus
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <ul className={classes['pins']}>
        {[...pinned, ...found].map(({ noteID, text: words, when, unit }) => (
          <li key={noteID}>
            <Checkbox
              label={words}
              description={`${unit} · ${when}`}
              checked={chosen.includes(noteID)}
              disabled={isFull && !chosen.includes(noteID)}
              onChange={({ currentTarget: { checked } }) =>
                choose(checked ? [...chosen, noteID] : chosen.filter((one) => one !== noteID))
              }
            />
          </li>
        ))}
      </ul>
      {pinned.length + found.length === 0 && data !== undefined ? (
        <Text c="dimmed">{t('incidents.pins.none')}</Text>
      ) : undefined}
      {isFull ? <Text c="dimmed">{t('incidents.pins.most', { most: MOST_PINNED_NOTES })}</Text> : undefined}
    </FormDialog>
  )
}
