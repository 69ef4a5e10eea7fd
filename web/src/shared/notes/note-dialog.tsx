import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { LONGEST_NOTE, type Note } from '@fieldwatch/contract/notes/notes'
import { Checkbox, NativeSelect, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { ChangeFailure } from '#shared/changes/change-failure.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { MomentField } from '#shared/time-range/moment-field.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
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
  const [api, client] = [useApi(), useQueryClient()]
  const [add, change] = [useAddNote(dataId), useChangeNote(dataId)]
  const [note] = useState('noteID' in opened ? opened : undefined)
  const [times] = useState<NoteTimes>('noteID' in opened ? { from: 0 } : opened)
  const edit = useChangeForm<Note | undefined, NoteForm>({
    thing: note,
    valuesOf: (thing) => (thing === undefined ? newNote(times) : formOf(thing)),
    validate: (values) => noteProblems(values, timeFormat),
    readNewer: async () => {
      const [from, to] = [Date.parse(note?.startUTC ?? ''), Date.parse(note?.endUTC ?? note?.startUTC ?? '') + 1]
      const { notes } = await client.fetchQuery({
        ...notesQuery(api, dataId, { kind: 'fixed', from, to }),
        staleTime: 0,
      })
      const found = notes.find(({ noteID }) => noteID === note?.noteID)
      if (found === undefined) throw new Error(t('notes.gone'))
      return found
    },
    onNewer: change.reset,
  })
  const { form, base } = edit
  const saving = base === undefined ? add : change
  const error = edit.loadError ?? saving.error

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
    <FormDialog
      title={note === undefined ? t('notes.add.title') : t('notes.edit.title')}
      submit={note === undefined ? t('notes.add') : t('notes.save')}
      busy={saving.isPending}
      disabled={edit.loading}
      failure={
        error === null ? undefined : <ChangeFailure error={error} failure={{ text: error.message }} newer={edit} />
      }
      onSubmit={form.onSubmit(save)}
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
    </FormDialog>
  )
}

/** A note may be about a source that is gone. */
function sourcesOf(sources: readonly SourceName[], note: Note | undefined): SourceName[] {
  const own = note?.source ?? undefined
  return own === undefined || sources.includes(own) ? [...sources] : [...sources, own]
}
