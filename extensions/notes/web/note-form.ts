import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import { LONGEST_NOTE, type Note } from '../contract/notes.ts'
import { pictureProblem, type PictureChange } from '@fieldwatch/web/ui/pictures/image-field.tsx'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { enteredMoment, localMoment, wallTimeOf } from '@fieldwatch/web/shared/time-range/entered-moment.ts'
import { skippedText } from '@fieldwatch/web/shared/time-range/local-time.ts'
import { t } from './texts.ts'

/** A note as it is entered; times as `2026-06-01T08:00`, in the zone of the browser, perhaps incomplete. */
export interface NoteForm {
  readonly text: string
  readonly from: string
  /** It is about a period. */
  readonly hasEnd: boolean
  readonly to: string
  /** Empty: the unit as a whole. */
  readonly source: string
  readonly picture: PictureChange
  /** What the picture shows. */
  readonly alt: string
}

export interface NoteTimes {
  readonly from: number
  readonly to?: number | undefined
}

export function newNote({ from, to }: NoteTimes): NoteForm {
  return {
    text: '',
    from: localMoment(from),
    hasEnd: to !== undefined,
    to: localMoment(to ?? from + HOUR_MS),
    source: '',
    picture: undefined,
    alt: '',
  }
}

export function formOf({ text, startUTC, endUTC, source, picture }: Note): NoteForm {
  const times = { from: Date.parse(startUTC), to: endUTC === null ? undefined : Date.parse(endUTC) }
  return { ...newNote(times), text, source: source ?? '', alt: picture?.alt ?? '' }
}

/** What is wrong with a form, by field. */
export function noteProblems(form: NoteForm, timeFormat: TimeFormat): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const field of form.hasEnd ? (['from', 'to'] as const) : (['from'] as const)) {
    const [time, wall] = [enteredMoment(form[field]), wallTimeOf(form[field])]
    if (time === undefined || wall === undefined) problems[field] = t('notes.problem.time-missing')
    else if (time.kind === 'skipped') problems[field] = skippedText(wall, time, timeFormat)
    else if (time.kind === 'no-such-day') problems[field] = t('notes.problem.no-such-day')
  }
  const [from, to] = [momentOf(form.from), momentOf(form.to)]
  if (form.hasEnd && from !== undefined && to !== undefined && to < from) problems['to'] = t('notes.problem.order')
  if (form.text.trim() === '') problems['text'] = t('notes.problem.text-missing')
  else if (form.text.length > LONGEST_NOTE) problems['text'] = t('notes.problem.too-long', { most: LONGEST_NOTE })
  const picture = pictureProblem(form.picture)
  if (picture !== undefined) problems['picture'] = picture
  return problems
}

/** What becomes of the picture of a note, as a form has it; `file` is uploaded first. Undefined: nothing. */
export type SentPicture = { readonly file: File; readonly alt: string } | { readonly alt: string } | null | undefined

export function sentPicture({ picture, alt }: NoteForm, before: Note['picture']): SentPicture {
  if (picture === null) return before === null ? undefined : null
  if (picture instanceof File) return { file: picture, alt: alt.trim() }
  return before === null || before.alt === alt.trim() ? undefined : { alt: alt.trim() }
}

interface SentNote {
  readonly text: string
  readonly startUTC: string
  readonly endUTC: string | null
  readonly source: SourceName | null
}

/** A sound form as it is sent. Times that were not touched keep their seconds. */
export function sentNote({ text, from, hasEnd, to, source }: NoteForm, times?: NoteTimes): SentNote {
  return {
    text: text.trim(),
    startUTC: timeText(from, times?.from),
    endUTC: hasEnd ? timeText(to, times?.to) : null,
    source: source === '' ? null : (source as SourceName),
  }
}

function timeText(entered: string, before: number | undefined): string {
  if (before !== undefined && localMoment(before) === entered) return new Date(before).toISOString()
  const at = momentOf(entered)
  if (at === undefined) throw new Error('the form was not checked')
  return new Date(at).toISOString()
}

function momentOf(entered: string): number | undefined {
  const time = enteredMoment(entered)
  return time?.kind === 'moment' ? time.at : undefined
}
