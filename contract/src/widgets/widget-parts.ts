import { z } from 'zod'
import { EQUATION_MAX_LENGTH } from '../calculations/equation.ts'
import { SourceName } from '../api/ids.ts'
import { line, phrase } from '../text/text.ts'

/** What the settings of several types of widgets are made of. */

export const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'fields.colour')
export const Text = phrase(200)
export const FieldName = line(200).min(1)
export const Decimals = z.number().int().min(0).max(10)

/** Whether it can be read is checked where a template is written: a reply would read hundreds of them each time. */
const Formula = z.string().min(1).max(EQUATION_MAX_LENGTH)

/** `formula` reads `source.field` variables; no value is shown while one of `denominators` is zero or missing. */
const Calculate = z.strictObject({ formula: Formula, denominators: z.array(line(200)).max(20) })

/** Where a shown value comes from: a field of the source, or a formula. */
export const valueOrigin = { field: FieldName.optional(), calculate: Calculate.optional() }

export const CardValue = z.strictObject({
  ...valueOrigin,
  friendlyName: Text,
  unit: Text.optional(),
  decimals: Decimals.optional(),
})
export type CardValue = z.infer<typeof CardValue>

/** The values of a widget by source. */
export function bySource<S extends z.ZodType>(entry: S) {
  return z.record(SourceName, z.array(entry).max(50))
}
