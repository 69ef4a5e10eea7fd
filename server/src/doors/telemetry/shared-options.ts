import type { FieldType, SharedSource } from '@fieldwatch/contract/telemetry/data'
import type { StoredFieldType } from '#platform/database/tables.ts'
import { type Breaks, createBreaks } from '#records/store/breaks.ts'
import { widen } from '#doors/ingest/field-types.ts'
import type { SharedTypes } from '#records/store/source-store.ts'

/** What is listed of all sources together; the rest, by name, is left out. */
const MOST_FIELDS = 20_000

interface Field {
  type: StoredFieldType
  units: number
}

/** Sources and fields of some units, by name, with how many of them have each. Others have their turn in between. */
export async function sharedOptions(known: readonly SharedTypes[]): Promise<SharedSource[]> {
  const breaks = createBreaks()
  const sources: SharedSource[] = []
  let left = MOST_FIELDS
  for (const [source, kinds] of Map.groupBy(known, ({ name }) => name)) {
    const fields = (await fieldsOf(kinds, breaks)).slice(0, left)
    left -= fields.length
    sources.push({ source, units: kinds.reduce((sum, { units }) => sum + units, 0), fields })
  }
  return sources
}

async function fieldsOf(kinds: readonly SharedTypes[], breaks: Breaks): Promise<SharedSource['fields']> {
  // A map, so that a field may be called `__proto__`.
  const fields = new Map<string, Field>()
  for (const { types, units } of kinds) {
    const own = Object.entries(types)
    for (const [name, type] of own) {
      const before = fields.get(name)
      fields.set(name, { type: widen(before?.type, type), units: (before?.units ?? 0) + units })
    }
    await breaks.worked(own.length)
  }
  return [...fields]
    .map(([name, { type, units }]) => ({ name, type: reportedType(type), units }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function reportedType(type: StoredFieldType): FieldType {
  return type === 'mixed' ? 'float' : type
}
