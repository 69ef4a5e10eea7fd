import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId } from '@fieldwatch/contract/api/ids'
import {
  addNote,
  changeNote,
  getNotePicture,
  listNotes,
  type Note,
  removeNote,
  uploadNotePicture,
} from '../contract/notes.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@fieldwatch/web/platform/api/call.ts'
import { useApiAction, useCall } from '@fieldwatch/web/platform/api/use-action.ts'
import { type PickedRange, spanOfPicked } from '@fieldwatch/web/shared/time-range/picked-range.ts'
import { type NoteSpan, UNIT_NOTES } from '@fieldwatch/web/platform/extensions/unit-notes.ts'
import { portalNow } from '@fieldwatch/web/platform/time/portal-clock.ts'
import type { SentPicture } from './note-form.ts'

/** The most notes that a page shows. */
export const MOST_SHOWN = 500

/** The newest notes on a unit that concern a span. */
export async function readSpan(api: Api, dataId: DataId, span: NoteSpan, signal: AbortSignal) {
  const range =
    span.kind === 'live'
      ? { from: new Date(portalNow() - span.lengthMs).toISOString() }
      : { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() }
  const query = { dataID: dataId, ...range, limit: MOST_SHOWN }
  const { notes, next } = (await api.call(listNotes, { query }, { signal })).details
  // `isCut`: there are older ones.
  return { notes, isCut: next !== null }
}

/** The notes on a unit that concern a span, the newest first. */
export function notesQuery(api: Api, dataId: DataId, span: NoteSpan) {
  return queryOptions({
    queryKey: [UNIT_NOTES, dataId, span] as const,
    queryFn: ({ signal }) => readSpan(api, dataId, span, signal),
    placeholderData: keepPreviousData,
  })
}

/** The most notes of a file or of a replay. */
const MOST_READ = 10_000

/** The notes that concern a range, on one unit or on all viewing units: the newest 10,000, the oldest first. */
export async function readNotes(
  api: Api,
  dataId: DataId | undefined,
  { from, to }: TimeRange,
  options?: { readonly signal: AbortSignal },
): Promise<Note[]> {
  const found: Note[] = []
  const range = { from: new Date(Math.floor(from)).toISOString(), to: new Date(Math.ceil(to)).toISOString() }
  let after: string | undefined
  do {
    const query = { dataID: dataId, ...range, limit: MOST_SHOWN, after }
    const { notes, next } = (await api.call(listNotes, { query }, options)).details
    found.push(...notes)
    after = next ?? undefined
  } while (after !== undefined && found.length < MOST_READ)
  return found.toReversed()
}

interface WantedNotes {
  readonly text: string | undefined
  readonly dataId: DataId | undefined
  readonly range: PickedRange | undefined
}

const PAGE = 50

/** The notes of all viewing units, or of one, page by page; the newest first. */
export function foundNotesQuery(api: Api, { text, dataId, range }: WantedNotes) {
  return infiniteQueryOptions({
    queryKey: [UNIT_NOTES, 'found', { text, dataId, range }] as const,
    queryFn: async ({ pageParam, signal }) => {
      const span = range && spanOfPicked(range, portalNow())
      const query = {
        limit: PAGE,
        text,
        dataID: dataId,
        from: span && new Date(span.from).toISOString(),
        to: span && new Date(span.to + 1).toISOString(),
        after: pageParam,
      }
      return (await api.call(listNotes, { query }, { signal })).details
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Notes of several units, as on maps, have their own keys. */
const REREADING = { rereads: [[UNIT_NOTES]] }
const ONCE = { ...REREADING, once: true }

type AddBody = Omit<CallOf<typeof addNote>['body'], 'dataID' | 'picture'> & { picture: SentPicture }
type ChangeBody = Omit<CallOf<typeof changeNote>['body'], 'picture'> & { picture: SentPicture }

export function useAddNote(dataId: DataId) {
  return useApiAction(async (api, { picture, ...note }: AddBody) => {
    const uploaded = await upload(api, dataId, picture)
    const added =
      uploaded !== null && uploaded?.upload !== undefined ? { picture: { ...uploaded, upload: uploaded.upload } } : {}
    return api.call(addNote, { body: { dataID: dataId, ...note, ...added } })
  }, ONCE)
}

export function useChangeNote(dataId: DataId) {
  return useApiAction(async (api, { picture, ...body }: ChangeBody) => {
    const uploaded = await upload(api, dataId, picture)
    return api.call(changeNote, { body: { ...body, ...(uploaded === undefined ? {} : { picture: uploaded }) } })
  }, REREADING)
}

/** The names of files that are uploaded already: a repetition must be the same request. */
const UPLOADED = new WeakMap<File, string>()

async function upload(
  api: Api,
  dataId: DataId,
  picture: SentPicture,
): Promise<{ upload?: string; alt: string } | null | undefined> {
  if (picture === undefined || picture === null || !('file' in picture)) return picture
  const { file, alt } = picture
  const name =
    UPLOADED.get(file) ?? (await api.call(uploadNotePicture, { body: { dataID: dataId, file } })).details.upload
  UPLOADED.set(file, name)
  return { upload: name, alt }
}

/** The picture of a note in one of its sizes. */
export function notePictureQuery(
  api: Api,
  { noteID, version }: Pick<Note, 'noteID' | 'version'>,
  size: 'full' | 'small',
) {
  return queryOptions({
    queryKey: ['note-picture', noteID, version, size] as const,
    queryFn: async ({ signal }) =>
      (await api.callRaw(getNotePicture, { params: { noteID }, query: { size } }, { signal })).blob(),
    staleTime: Infinity,
    structuralSharing: false,
  })
}

export const useRemoveNote = () => useCall(removeNote, REREADING)
