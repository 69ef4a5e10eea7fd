import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { LONGEST_NOTE, type Note } from '@fieldwatch/contract/notes/notes'
import { Checkbox, NativeSelect, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { ChangeDialog } from '#shared/changes/change-dialog.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { useFindNewer } from '#shared/changes/use-find-newer.ts'
import { MomentField } from '#shared/time-range/moment-field.tsx'
import { formOf, newNote, type NoteForm, noteProblems, type NoteTimes, sentNote } from './note-form.ts'
import { notesQuery, useAddNote, useChangeNote } from './note-queries.ts'
import { t } from './texts.ts'

interface NoteDialogProps {
  dataId: DataId
  /** The sources that a note can be about. */
  sources: readonly SourceName[]
  /** What is edited, or the times of a new note. */
  opened: Note | NoteTimes
  onClose: () => void
}

const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The text, the time and the source of a note. */
export function NoteDialog({ dataId, sources, opened, onClose }: NoteDialogProps) {
  const { timeFormat } = useMe()
  const findNewer = useFindNewer()
  const [add, change] = [useAddNote(dataId), useChangeNote(dataId)]
  const [note] = useState('noteID' in opened ? opened : undefined)
  const [times] = useState<NoteTimes>('noteID' in opened ? { from: 0 } : opened)
  const edit = useChangeForm<Note | undefined, NoteForm>({
    thing: note,
    valuesOf: (thing) => (thing === undefined ? newNote(times) : formOf(thing)),
    validate: (values) => noteProblems(values, timeFormat),
    readNewer: () => {
      const [from, to] = [Date.parse(note?.startUTC ?? ''), Date.parse(note?.endUTC ?? note?.startUTC ?? '') + 1]
      return findNewer(
        (api) => notesQuery(api, dataId, { kind: 'fixed', from, to }),
        ({ notes }) => notes.find(({ noteID }) => noteID === note?.noteID),
        t('notes.gone'),
      )
    },
    onNewer: change.reset,
  })
  const { form, base } = edit
  const saving = base === undefined ? add : change

  const save = (values: NoteForm): void => {
    if (base === undefined) {
      const { source, endUTC, ...content } = sentNote(values, times)
      add.mutate(
        { ...content, ...(source === null ? {} : { source }), ...(endUTC === null ? {} : { endUTC }) },
        { onSuccess: onClose },
      )
    } else {
      const { noteID, version, startUTC, endUTC } = base
      const before = { from: Date.parse(startUTC), to: endUTC === null ? undefined : Date.parse(endUTC) }
      change.mutate({ noteID, version, ...sentNote(values, before) }, { onSuccess: onClose })
    }
  }

  return (
    <ChangeDialog
      title={note === undefined ? t('notes.add.title') : t('notes.edit.title')}
      submit={note === undefined ? t('notes.add') : t('notes.save')}
      edit={edit}
      saving={saving}
      onSave={save}
      onClose={onClose}
    >
      <Textarea
        label={t('notes.text')}
        placeholder={t('notes.text.example')}
        required
        rows={4}
        maxLength={LONGEST_NOTE}
        dir="auto"
        data-autofocus
        {...form.getInputProps('text')}
      />
      <MomentField
        label={form.values.hasEnd ? t('notes.from') : t('notes.at')}
        value={form.values.from}
        error={form.errors['from']}
        onChange={(from) => form.setFieldValue('from', from)}
      />
      <Checkbox label={t('notes.has-end')} {...form.getInputProps('hasEnd', { type: 'checkbox' })} />
      {form.values.hasEnd ? (
        <MomentField
          label={t('notes.until')}
          value={form.values.to}
          error={form.errors['to']}
          onChange={(to) => form.setFieldValue('to', to)}
        />
      ) : undefined}
      <Text size="xs" c="dimmed">
        {t('notes.zone', { zone: TIME_ZONE })}
      </Text>
      <NativeSelect
        label={t('notes.source')}
        data={[{ value: '', label: t('notes.source.all') }, ...sourcesOf(sources, note)]}
        {...form.getInputProps('source')}
      />
    </ChangeDialog>
  )
}

/** A note may be about a source that is gone. */
function sourcesOf(sources: readonly SourceName[], note: Note | undefined): SourceName[] {
  const own = note?.source ?? undefined
  return own === undefined || sources.includes(own) ? [...sources] : [...sources, own]
}
