import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { LONGEST_ALT, LONGEST_NOTE, type Note } from '../contract/notes.ts'
import { Checkbox, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { ChangeDialog } from '@fieldwatch/web/shared/changes/change-dialog.tsx'
import { useChangeForm } from '@fieldwatch/web/shared/changes/use-change-form.ts'
import { useFindNewer } from '@fieldwatch/web/shared/changes/use-find-newer.ts'
import { fieldFailures, pictureFailures } from '@fieldwatch/web/ui/components/field-failures.ts'
import { useObjectUrl } from '@fieldwatch/web/ui/components/use-object-url.ts'
import { ImageField } from '@fieldwatch/web/ui/pictures/image-field.tsx'
import { MomentField } from '@fieldwatch/web/shared/time-range/moment-field.tsx'
import { formOf, newNote, type NoteForm, noteProblems, type NoteTimes, sentNote, sentPicture } from './note-form.ts'
import { notePictureQuery, notesQuery, useAddNote, useChangeNote } from './note-queries.ts'
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

  const current = useCurrentPicture(base)
  const hasPicture = form.values.picture instanceof File || (current !== '' && form.values.picture !== null)
  const onError = (problem: Error): void => form.setErrors(fieldFailures(problem, PICTURE_FIELD))

  const save = (values: NoteForm): void => {
    const picture = sentPicture(values, base?.picture ?? null)
    if (base === undefined) {
      const { source, endUTC, ...content } = sentNote(values, times)
      add.mutate(
        { ...content, picture, ...(source === null ? {} : { source }), ...(endUTC === null ? {} : { endUTC }) },
        { onSuccess: onClose, onError },
      )
    } else {
      const { noteID, version, startUTC, endUTC } = base
      const before = { from: Date.parse(startUTC), to: endUTC === null ? undefined : Date.parse(endUTC) }
      change.mutate({ noteID, version, picture, ...sentNote(values, before) }, { onSuccess: onClose, onError })
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
      <ImageField
        label={t('notes.picture')}
        current={current}
        value={form.values.picture}
        error={form.errors['picture']}
        onChange={(picture) => form.setFieldValue('picture', picture)}
      />
      {hasPicture ? (
        <TextInput
          label={t('notes.picture.alt')}
          description={t('notes.picture.alt.help')}
          maxLength={LONGEST_ALT}
          dir="auto"
          {...form.getInputProps('alt')}
        />
      ) : undefined}
    </ChangeDialog>
  )
}

const PICTURE_FIELD = pictureFailures('picture')

/** The address of the small picture that a note has; empty without one, or until it is there. */
function useCurrentPicture(note: Note | undefined): string {
  const api = useApi()
  const { data } = useQuery({
    ...notePictureQuery(api, note ?? { noteID: 0, version: 0 }, 'small'),
    enabled: note !== undefined && note.picture !== null,
  })
  return useObjectUrl(data) ?? ''
}

/** A note may be about a source that is gone. */
function sourcesOf(sources: readonly SourceName[], note: Note | undefined): SourceName[] {
  const own = note?.source ?? undefined
  return own === undefined || sources.includes(own) ? [...sources] : [...sources, own]
}
