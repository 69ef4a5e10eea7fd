import { MAX_FIELDS } from '@fieldwatch/contract/ingest'
import { DomainError } from '#errors/domain-error.ts'
import type { Source } from './source-store.ts'

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
 * As `fieldsOf`, of the fields that can be drawn: numbers, and booleans as 0 and 1. No more than a record can have.
 * @throws DomainError data/field-not-found, for text too
 */
export function numericFieldsOf(source: Pick<Source, 'types'>, requested: readonly string[] | undefined): string[] {
  const numeric = Object.entries(source.types).filter(([, type]) => type !== 'string')
  return fieldsOf({ types: Object.fromEntries(numeric) }, requested).slice(0, MAX_FIELDS)
}
