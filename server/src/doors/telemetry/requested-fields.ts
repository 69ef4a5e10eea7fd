import { MAX_FIELDS } from '@fieldwatch/contract/telemetry/ingest'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Source } from '#records/store/source-store.ts'
import type { FieldType, FieldTypes, MixedAs } from '@fieldwatch/contract/telemetry/data'

/** The fields that a request names, each once; all of the source when it names none. @throws DomainError data/field-not-found */
export function fieldsOf({ types }: Pick<Source, 'types'>, requested: readonly string[] | undefined): string[] {
  if (requested === undefined) return Object.keys(types).sort()
  for (const name of requested) {
    if (!Object.hasOwn(types, name)) throw new DomainError('data/field-not-found')
  }
  return [...new Set(requested)]
}

/**
 * As `fieldsOf`, bounded by the fields of a record. A field of type text may still have numbers, before its first word and after
 * it.
 * @throws DomainError data/field-not-found
 */
export function drawnFieldsOf(source: Pick<Source, 'types'>, requested: readonly string[] | undefined): string[] {
  return fieldsOf(source, requested).slice(0, MAX_FIELDS)
}

/** The fields to draw: the named ones, and of the others those that are not only text. */
export function withoutText(
  { types }: Pick<Source, 'types'>,
  fields: readonly string[],
  hasNumbers: (index: number) => boolean,
): number[] {
  return [...fields.keys()].filter((index) => types[fields[index] ?? ''] !== 'string' || hasNumbers(index))
}

/** The types of a source's fields as the API names them; mixed fields as the caller wants them. */
export function reportedTypes({ types }: Pick<Source, 'types'>, mixedAs: MixedAs): FieldTypes {
  return Object.fromEntries(
    Object.entries(types).map(([name, type]): [string, FieldType] => [name, type === 'mixed' ? mixedAs : type]),
  )
}
