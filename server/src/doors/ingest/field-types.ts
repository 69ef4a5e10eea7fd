import type { FieldType, FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { StoredFieldType } from '#platform/database/tables.ts'

/** Types of the fields of a source. A map, so that a field may be called `__proto__`. */
export type FieldTypeMap = ReadonlyMap<string, StoredFieldType>

/** The types as an object, as the database has them. */
export type ListedTypes = Readonly<Record<string, StoredFieldType>>

/** The most listed fields of a source; further ones are stored and not listed. */
export const MAX_LISTED_FIELDS = 4096

/** The type of a value; undefined for null, which fits every type. */
export function typeOfValue(value: FieldValue): FieldType | undefined {
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'number':
      return Number.isSafeInteger(value) ? 'int' : 'float'
    case 'string':
      return 'string'
    default:
      return undefined
  }
}

/** The narrowest type that holds both: `int` widens to `float`, numbers with anything else to `mixed`, and the rest to `string`. */
export function widen(known: StoredFieldType | undefined, next: StoredFieldType): StoredFieldType {
  if (known === undefined || known === next) return next
  if (isNumber(known) && isNumber(next)) return 'float'
  return hasNumbers(known) || hasNumbers(next) ? 'mixed' : 'string'
}

function isNumber(type: StoredFieldType): boolean {
  return type === 'int' || type === 'float'
}

/** Whether a field has numbers, maybe among others. */
export function hasNumbers(type: StoredFieldType | undefined): boolean {
  return type === 'mixed' || (type !== undefined && isNumber(type))
}

/** Whether a field can be read as numbers, as `toNumber` does. */
export function readsAsNumbers(type: StoredFieldType | undefined): boolean {
  return hasNumbers(type) || type === 'bool'
}

/** What the fields of a record add to the known types; undefined when they fit in. */
export function widenTypes(
  known: FieldTypeMap,
  fields: Readonly<Record<string, FieldValue>>,
): Map<string, StoredFieldType> | undefined {
  return join(known, Object.keys(fields), (name) => typeOfValue(fields[name] ?? null))
}

/** What other types add to the known ones; undefined when they fit in. */
export function joinTypes(known: FieldTypeMap, other: FieldTypeMap): Map<string, StoredFieldType> | undefined {
  return join(known, other.keys(), (name) => other.get(name))
}

function join(
  known: FieldTypeMap,
  names: Iterable<string>,
  typeOf: (name: string) => StoredFieldType | undefined,
): Map<string, StoredFieldType> | undefined {
  let widened: Map<string, StoredFieldType> | undefined
  for (const name of names) {
    const type = typeOf(name)
    if (type === undefined) continue
    const listed = widened ?? known
    const before = listed.get(name)
    if (before === type || (before === undefined && listed.size >= MAX_LISTED_FIELDS)) continue
    const after = widen(before, type)
    if (after === before) continue
    widened ??= new Map(known)
    widened.set(name, after)
  }
  return widened
}

/** The types that hold what either knows. */
export function mergeTypes(one: FieldTypeMap, other: FieldTypeMap): Map<string, StoredFieldType> {
  const merged = new Map(one)
  for (const [name, type] of other) merged.set(name, widen(merged.get(name), type))
  return merged
}
