import { parseJson } from '../text/json.ts'
import type { z } from 'zod'
import { sentence } from '../text/sentence.ts'
import { fieldOf } from '../text/sentences.ts'

/** How what a unit says of its configuration is read: what it leaves out gets a default, what no one knows is kept. */

export type ReadConfiguration<Configuration> =
  | { readonly configuration: Configuration; readonly problem?: undefined }
  | { readonly configuration?: undefined; readonly problem: string }

/** A value that a unit may leave out, or send as null. */
export function defaulted<S extends z.ZodType>(schema: S, fallback: z.output<S>) {
  return schema.nullish().transform((value): z.output<S> => value ?? fallback)
}

/**
 * Reads a configuration: an object, or JSON as a text, as records carry it. `placeOf` says in words where in it something is, such as
 * `Channel 9 of can0`.
 */
export function readConfiguration<S extends z.ZodType>(
  schema: S,
  payload: unknown,
  placeOf: (path: readonly PropertyKey[]) => string | undefined,
): ReadConfiguration<z.output<S>> {
  const value = typeof payload === 'string' ? parseJson(payload) : payload
  if (value === undefined) return { problem: 'fields.configuration-json' }
  const read = schema.safeParse(value)
  if (read.success) return { configuration: read.data }
  const [issue] = read.error.issues
  const path = issue?.path ?? []
  const place = placeOf(path)
  const problem = issue?.message ?? sentence('fields.not-valid', { field: fieldOf(path) })
  return { problem: place === undefined ? problem : sentence('fields.at-place', { place, problem }) }
}
