import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '@fieldwatch/contract/api/endpoint'
import { addErrors, errorsOfThing, type ErrorsOfThing } from '@fieldwatch/contract/api/errors'
import { DataId, SourceName, UtcTime } from '@fieldwatch/contract/api/ids'
import { PagePosition } from '@fieldwatch/contract/api/page-position'
import { Upload } from '@fieldwatch/contract/api/files'
import { SeenVersion, Version } from '@fieldwatch/contract/api/version'
import { Moment } from '@fieldwatch/contract/telemetry/data'
import { line, longText } from '@fieldwatch/contract/text/text'
import { ZonedTime } from '@fieldwatch/contract/time/times'

/** The most notes of one unit. */
export const MOST_NOTES = 100_000
/** The longest text of a note. */
export const LONGEST_NOTE = 4_000

/** The longest description of a picture. */
export const LONGEST_ALT = 300

const Position = z.strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) })
export type NotePosition = z.infer<typeof Position>

/** What a person or a program writes about a moment or a period of a unit. */
export const Note = z.object({
  noteID: z.number().int(),
  dataID: DataId,
  /** As people call the unit. */
  deviceName: z.string(),
  /** Null: it is about the unit as a whole. */
  source: SourceName.nullable(),
  startUTC: UtcTime,
  /** Null: it is about a moment. */
  endUTC: UtcTime.nullable(),
  text: z.string(),
  /** Where the unit was at that time, or where the author put it; null without one. */
  position: Position.nullable(),
  /** `alt` describes its picture, and may be empty; null without one. */
  picture: z.object({ alt: z.string() }).nullable(),
  /** Who wrote it, where someone in reach did. */
  by: z.string().nullable(),
  createdUTC: UtcTime,
  /** The caller may edit and delete it. */
  mayChange: z.boolean(),
  version: Version,
})
export type Note = z.infer<typeof Note>

const Text = longText(LONGEST_NOTE).refine((text) => text.trim() !== '', 'fields.enter-text')

interface Times {
  readonly startUTC?: string | undefined
  readonly endUTC?: string | null | undefined
}

const ENDS_EARLY = { path: ['endUTC'], message: 'fields.ends-before' }

function isInOrder({ startUTC, endUTC }: Times): boolean {
  return startUTC === undefined || typeof endUTC !== 'string' || Date.parse(startUTC) <= Date.parse(endUTC)
}

const Alt = line(LONGEST_ALT)

/** The name that `POST notes/pictures` answered. */
const UploadName = line(100)

const NoteNumber = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

declare module '@fieldwatch/contract/api/errors' {
  interface AddedErrors extends ErrorsOfThing<'note'> {}
}
addErrors(errorsOfThing('note'))

const errors = ['note/', 'unit/not-found', 'data/not-found', 'file/']
const readEndpoint = endpointsWith({ scope: 'read', tag: 'notes', errors })
const writeEndpoint = endpointsWith({ scope: 'write-notes', tag: 'notes', errors })

export const listNotes = readEndpoint(`GET ${API_BASE}/notes`, {
  summary: 'The notes on a unit, or on all viewing units, the newest first: those that concern a range, or have a text',
  query: z.object({
    dataID: DataId.optional(),
    /** Notes that are over before this are left out. */
    from: Moment.optional(),
    /** Notes that begin at this or later are left out. */
    to: Moment.optional(),
    text: line(100).optional(),
    /** Only notes with a position. */
    placed: z.stringbool().default(false),
    /** `next` of the page before. */
    after: PagePosition.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  reply: envelope(z.object({ notes: z.array(Note), next: z.string().nullable() })),
})

export const addNote = writeEndpoint(`POST ${API_BASE}/notes`, {
  idempotent: true,
  summary: 'Add a note to a unit in reach, at a moment or for a period',
  body: z
    .object({
      dataID: DataId,
      source: SourceName.optional(),
      startUTC: ZonedTime,
      endUTC: ZonedTime.optional(),
      text: Text,
      /** Left out: where the unit was at the beginning, if that is known. */
      position: Position.optional(),
      picture: z.strictObject({ upload: UploadName, alt: Alt.default('') }).optional(),
    })
    .refine(isInOrder, ENDS_EARLY),
  reply: envelope(Note),
})

export const changeNote = writeEndpoint(`PUT ${API_BASE}/notes`, {
  summary: 'Change a note (its author, or an admin); what is left out stays',
  body: z
    .object({
      noteID: NoteNumber,
      source: SourceName.nullable().optional(),
      startUTC: ZonedTime.optional(),
      endUTC: ZonedTime.nullable().optional(),
      text: Text.optional(),
      position: Position.nullable().optional(),
      /** A new picture with its upload, only another description without, none with null. */
      picture: z.strictObject({ upload: UploadName.optional(), alt: Alt.optional() }).nullable().optional(),
      version: SeenVersion,
    })
    .refine(isInOrder, ENDS_EARLY),
  reply: envelope(Note),
})

export const removeNote = writeEndpoint(`DELETE ${API_BASE}/notes`, {
  summary: 'Delete a note (its author, or an admin)',
  body: z.object({ noteID: NoteNumber }),
})

export const uploadNotePicture = writeEndpoint(`POST ${API_BASE}/notes/pictures`, {
  summary: 'Upload a picture for a note on a unit in reach; answers its name for `picture.upload`, valid for a day',
  bodyFormat: 'multipart',
  body: z.object({ dataID: DataId, file: Upload }),
  reply: envelope(z.object({ upload: z.string() })),
})

export const getNotePicture = readEndpoint(`GET ${API_BASE}/notes/:noteID/picture`, {
  summary: 'The picture of a note on a unit in reach',
  format: 'image',
  params: z.object({ noteID: z.coerce.number<string | number>().pipe(NoteNumber) }),
  query: z.object({ size: z.enum(['full', 'small']).default('full') }),
  reply: z.string(),
})
