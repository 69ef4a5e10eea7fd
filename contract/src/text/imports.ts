import { z } from 'zod'
import { Sentence } from './sentence.ts'

/** What an import does, or would do, with one thing of a list. */
export const ImportVerdict = z.enum(['created', 'updated', 'unchanged', 'invalid'])
export type ImportVerdict = z.infer<typeof ImportVerdict>

/** What becomes of one line; each import adds what the line is about. */
export const ImportLine = z.object({
  /** The line of a file, from 1 with the headings; or the place in a list, from 1. */
  line: z.number().int(),
  verdict: ImportVerdict,
  /** Why it cannot be taken. */
  errors: z.array(Sentence),
  /** What looks odd. */
  warnings: z.array(Sentence),
})
export type ImportLine = z.infer<typeof ImportLine>

export const ImportCounts = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  invalid: z.number().int(),
} satisfies Record<ImportVerdict, z.ZodType>)
export type ImportCounts = z.infer<typeof ImportCounts>

/** What the lines of an import come to. */
export interface ImportSummary<Line extends ImportLine = ImportLine> {
  readonly counts: ImportCounts
  readonly lines: readonly Line[]
  /** Lines that are only counted. */
  readonly linesLeftOut: number
}

/** The most columns of a file, and of the choices about them. */
export const CSV_COLUMNS_MAX = 200

/** What people chose about headings that are not recognised: heading → field, or null to ignore it. */
export function chosenColumns<Field extends z.ZodType>(field: Field) {
  return z.record(z.string().max(100), z.nullable(field))
}

/** The headings of a file, each with what it is read as; null: nothing. */
export function readColumns<Field extends z.ZodType>(field: Field) {
  return z.array(z.object({ heading: z.string(), field: z.nullable(field) }))
}
