import type { FieldType, FieldTypes, MixedAs } from '@fieldwatch/contract/data'
import type { Source } from '#records/store/source-store.ts'

/** The types of a source's fields as the API tells them; mixed fields as the caller wants them. */
export function toldTypes({ types }: Pick<Source, 'types'>, mixedAs: MixedAs): FieldTypes {
  return Object.fromEntries(
    Object.entries(types).map(([name, type]): [string, FieldType] => [name, type === 'mixed' ? mixedAs : type]),
  )
}
