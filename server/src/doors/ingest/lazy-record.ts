import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { FieldTypeMap } from './field-types.ts'

/** A record that is kept as JSON: its fields are parsed only when they are needed. They belong to the class, so that a spread copy lacks them. */
export class LazyRecord<At extends number | undefined = number> {
  readonly source: string
  /** Epoch milliseconds. */
  readonly at: At
  /** The fields, in the order of chunks. */
  readonly json: string
  /** The types of its fields, and of those of other records that came with it. */
  types: FieldTypeMap | undefined
  #fields: Readonly<Record<string, FieldValue>> | undefined

  constructor(source: string, at: At, json: string, types?: FieldTypeMap) {
    this.source = source
    this.at = at
    this.json = json
    this.types = types
  }

  get fields(): Readonly<Record<string, FieldValue>> {
    return (this.#fields ??= JSON.parse(this.json) as Record<string, FieldValue>)
  }
}
