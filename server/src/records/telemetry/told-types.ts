import type { FieldType, FieldTypes, MixedAs } from '@fieldwatch/contract/data'
import type { Source } from '#records/store/source-store.ts'

/** The types of the fields of a source as they are told: those that have numbers and words as whoever asks wants them. */
export function toldTypes({ types }: Pick<Source, 'types'>, mixedAs: MixedAs): FieldTypes {
  return Object.fromEntries(
    Object.entries(types).map(([name, type]): [string, FieldType] => [name, type === 'mixed' ? mixedAs : type]),
  )
}
