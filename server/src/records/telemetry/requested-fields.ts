import { MAX_FIELDS } from '@fieldwatch/contract/ingest'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Source } from '#records/store/source-store.ts'

/**
 * The fields that a request names, each once; all of the source unless it names any.
 * @throws DomainError data/field-not-found
 */
export function fieldsOf({ types }: Pick<Source, 'types'>, requested: readonly string[] | undefined): string[] {
  if (requested === undefined) return Object.keys(types).sort()
  for (const name of requested) {
    if (!Object.hasOwn(types, name)) throw new DomainError('data/field-not-found')
  }
  return [...new Set(requested)]
}

/**
 * As `fieldsOf`, no more than a record can have. A field that is called text may have numbers all the same, from before its first word
 * and after it.
 * @throws DomainError data/field-not-found
 */
export function drawnFieldsOf(source: Pick<Source, 'types'>, requested: readonly string[] | undefined): string[] {
  return fieldsOf(source, requested).slice(0, MAX_FIELDS)
}

/** Which of the fields are drawn: those that were named; of the others not those that are only text. */
export function withoutText(
  { types }: Pick<Source, 'types'>,
  fields: readonly string[],
  hasNumbers: (index: number) => boolean,
): number[] {
  return [...fields.keys()].filter((index) => types[fields[index] ?? ''] !== 'string' || hasNumbers(index))
}
