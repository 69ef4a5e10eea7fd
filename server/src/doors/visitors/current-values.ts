import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { ShownField } from '@fieldwatch/contract/visitors/shown-fields'
import type { StoredRecord } from '#records/store/record-reader.ts'
import type { Current } from '#doors/telemetry/current-data.ts'

type Values = Readonly<Record<string, FieldValue>>

/**
 * What a screen shows of current records: of each record the fields that show so many records, and the latest value of each other field,
 * wherever it is.
 */
export function shownCurrent({ records, older }: Current, fields: readonly ShownField[]): Current {
  const read = records.map((record) => ({ record, values: valuesOf(record) }))
  const kept = read.flatMap(({ record, values }, place) =>
    pick(
      record,
      values,
      fields.filter((field) => field.records > place),
    ),
  )
  const late = fields.flatMap((field) => {
    const place = read.findIndex(({ values }) => hasValue(values, field))
    const found = read[place]
    return found === undefined || place < field.records ? [] : pick(found.record, found.values, [field])
  })
  return { records: kept, older: [...late, ...older.flatMap((record) => pick(record, valuesOf(record), fields))] }
}

/** The record with only some of its fields; none of them when it has nothing that is shown. */
export function pick(
  record: StoredRecord,
  values: Values,
  fields: readonly Pick<ShownField, 'field'>[],
): StoredRecord[] {
  const shown = fields.flatMap(({ field }) => (Object.hasOwn(values, field) ? [[field, values[field]]] : []))
  return shown.length === 0 ? [] : [{ ...record, fields: JSON.stringify(Object.fromEntries(shown)) }]
}

function valuesOf({ fields }: StoredRecord): Values {
  return JSON.parse(fields) as Values
}

function hasValue(values: Values, { field }: ShownField): boolean {
  return Object.hasOwn(values, field) && values[field] !== null
}
