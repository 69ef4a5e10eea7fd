import type { Note } from '../contract/notes.ts'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import type { Slots } from '@fieldwatch/web/platform/extensions/slots.ts'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { ConfirmDialog } from '@fieldwatch/web/ui/components/confirm-dialog.tsx'
import { FailureNote } from '@fieldwatch/web/ui/components/failure-note.tsx'
import { FormFailure } from '@fieldwatch/web/ui/components/form-failure.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { noteTimeText } from './note-time.ts'
import { NoteSummary } from './note-summary.tsx'
import type { NoteTimes } from './note-form.ts'
import { MOST_SHOWN, notesQuery, useRemoveNote } from './note-queries.ts'
import classes from './notes-panel.module.css'
import { t } from './texts.ts'

/** So many notes are listed before a person asks for the others. */
const FIRST = 5

/** The notes on a unit that concern a span: everyone who sees the unit reads them and adds some. */
export function NotesPanel({ dataId, span, sources, timesOfNew, onShow }: Slots['charts.below']) {
  const { data, error, refetch } = useQuery(notesQuery(useApi(), dataId, span))
  const [opened, setOpened] = useState<Note | NoteTimes>()
  const [all, setAll] = useState(false)
  const notes = data?.notes ?? []
  const shown = all ? notes : notes.slice(0, FIRST)
  return (
    <section className={classes['panel']} aria-label={t('notes.title')}>
      <Group justify="space-between" gap="xs">
        <h2 className={classes['title']}>{t('notes.title')}</h2>
        <Button variant="default" size="xs" data-screen-only onClick={() => setOpened(timesOfNew())}>
          {t('notes.add.open')}
        </Button>
      </Group>
      {error === null ? undefined : (
        <FailureNote text={t('notes.failed')} advice={error.message} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null ? <Skeleton height="2.5rem" /> : undefined}
      {data !== undefined && notes.length === 0 ? <Text c="dimmed">{t('notes.none')}</Text> : undefined}
      {shown.length === 0 ? undefined : <NoteList notes={shown} onEdit={setOpened} onShow={onShow} />}
      {notes.length > FIRST ? (
        <Button variant="subtle" size="xs" data-screen-only onClick={() => setAll(!all)}>
          {all ? t('notes.fewer') : t('notes.all', { count: notes.length })}
        </Button>
      ) : undefined}
      {data?.isCut === true ? <Text c="dimmed">{t('notes.cut', { count: MOST_SHOWN })}</Text> : undefined}
      {opened === undefined ? undefined : (
        <NoteDialog dataId={dataId} sources={sources} opened={opened} onClose={() => setOpened(undefined)} />
      )}
    </section>
  )
}

interface NoteListProps extends Pick<Slots['charts.below'], 'onShow'> {
  notes: readonly Note[]
  /** With the units, and links to their charts. */
  withUnit?: boolean
  onEdit: (note: Note) => void
}

/** Notes with what their reader may do. */
export function NoteList({ notes, withUnit = false, onEdit, onShow }: NoteListProps) {
  const [asked, setAsked] = useState<Note>()
  const remove = useRemoveNote()
  return (
    <>
      <ul className={classes['notes']}>
        {notes.map((note) => (
          <NoteRow
            key={note.noteID}
            note={note}
            withUnit={withUnit}
            onEdit={onEdit}
            onRemove={setAsked}
            onShow={onShow}
          />
        ))}
      </ul>
      {remove.isError && asked === undefined ? <FormFailure text={remove.error.message} /> : undefined}
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('notes.delete.title')}
        confirm={t('notes.delete')}
        busy={remove.isPending}
        onConfirm={() => asked && remove.mutate({ noteID: asked.noteID }, { onSettled: () => setAsked(undefined) })}
        onClose={() => setAsked(undefined)}
      >
        {t('notes.delete.help')}
      </ConfirmDialog>
    </>
  )
}

interface NoteRowProps extends Pick<NoteListProps, 'onEdit' | 'onShow'> {
  note: Note
  withUnit: boolean
  onRemove: (note: Note) => void
}

function NoteRow({ note, withUnit, onEdit, onRemove, onShow }: NoteRowProps) {
  const { timeFormat } = useMe()
  const when = noteTimeText(note, timeFormat)
  return (
    <li className={classes['note']}>
      <NoteSummary note={note} withUnit={withUnit} />
      <Group gap="xs" data-screen-only>
        {onShow === undefined ? undefined : (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('notes.show.which', { when })}
            onClick={() => onShow(note)}
          >
            {t('notes.show')}
          </Button>
        )}
        {note.mayChange ? (
          <>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('notes.edit.which', { when })}
              onClick={() => onEdit(note)}
            >
              {t('notes.edit')}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              aria-label={t('notes.delete.which', { when })}
              onClick={() => onRemove(note)}
            >
              {t('notes.delete')}
            </Button>
          </>
        ) : undefined}
      </Group>
    </li>
  )
}
