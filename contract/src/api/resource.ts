import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from './endpoint.ts'
import { addErrors, errorsOfThing } from './errors.ts'
import { EntityId } from './ids.ts'
import { SeenVersion, Version } from './version.ts'

type Fields = Readonly<Record<string, z.ZodType>>

interface Declaration<Kind extends string, IdName extends string, Id extends z.ZodType, Given extends Fields, Kept> {
  /** The beginning of its error codes: `contact` in `contact/not-found`. */
  readonly kind: Kind
  /** Behind the base of addresses, and the tag: `contacts`. */
  readonly path: string
  /** In sentences, such as `a contact` and `contacts`. */
  readonly words: { readonly one: string; readonly many: string }
  /** What else the sentences say of a change, such as `and replay the captured messages`. */
  readonly also?: { readonly create?: string; readonly change?: string; readonly remove?: string }
  /** What its id is called, and its shape. */
  readonly id: readonly [name: IdName, shape: Id]
  /** What people enter; what a change leaves out stays. */
  readonly fields: Given
  /** The whole of it as it is answered, with its id, its entity and its version. */
  readonly reply: z.ZodType<Kept>
  /** Beginnings of codes that its endpoints may answer besides its own. */
  readonly errors?: readonly string[]
}

/**
 * The four endpoints of a thing that an entity keeps, and the codes of what can go wrong. Admins list, add, change and remove those of
 * entities in reach. Export each under its own name, as that is its `operationId`.
 */
export function defineResource<
  Kind extends string,
  const IdName extends string,
  Id extends z.ZodType,
  Given extends Fields,
  Kept,
>({ kind, path, words, also = {}, id, fields, reply, errors = [] }: Declaration<Kind, IdName, Id, Given, Kept>) {
  addErrors(errorsOfThing(kind))
  const address = `${API_BASE}/${path}` as const
  const endpoint = endpointsWith({ tag: path, errors: [`${kind}/`, 'entity/', ...errors] })
  const identified = { [id[0]]: id[1] } as { readonly [Name in IdName]: Id }
  const says = (sentence: string, more?: string): string => (more === undefined ? sentence : `${sentence}${more}`)
  return {
    list: endpoint(`GET ${address}`, {
      summary: `The ${words.many} of an entity in reach, or of the own one (admin)`,
      query: z.object({ entity: EntityId.optional() }),
      reply: envelope(z.array(reply)),
    }),
    create: endpoint(`POST ${address}`, {
      idempotent: true,
      summary: says(`Add ${words.one} to an entity in reach, or to the own one (admin)`, also.create),
      body: z.object({ entity: EntityId.optional(), ...fields }),
      reply: envelope(reply),
    }),
    update: endpoint(`PUT ${address}`, {
      summary: says(`Change ${words.one} (admin)`, `${also.change ?? ''}; what is left out stays`),
      body: z.object({ ...identified, ...z.object(fields).partial().shape, version: SeenVersion }),
      reply: envelope(reply),
    }),
    remove: endpoint(`DELETE ${address}`, {
      summary: says(`Remove ${words.one} (admin)`, also.remove),
      body: z.object(identified),
    }),
  }
}

/** What an answer has of a thing besides what people enter. */
export const keptByEntity = { entity: EntityId, version: Version }
