interface Document {
  paths?: unknown
  components?: { schemas?: Record<string, unknown> }
}

const REFERENCE = '#/components/schemas/'

/** The suffix that the schema library gives to the input shape of a schema. */
const OF_BODIES = 'Input'

/** Prepares an API document for client generators: drops unused schemas, and lets replies gain keys in later versions. */
export function tidyDocument<D extends Document>(document: D): D {
  const schemas = document.components?.schemas ?? {}
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    for (const name of referencesIn(value)) {
      if (used.has(name)) continue
      used.add(name)
      visit(schemas[name])
    }
  }
  visit(document.paths)
  const kept = Object.entries(schemas)
    .filter(([name]) => used.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => [name, name.endsWith(OF_BODIES) ? schema : openShapes(schema)])
  return {
    ...document,
    paths: openReplies(document.paths),
    components: { ...document.components, schemas: Object.fromEntries(kept) },
  }
}

function referencesIn(value: unknown): string[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner.replace(REFERENCE, '')] : referencesIn(inner),
  )
}

/** Allows unknown keys in all replies of `paths`; bodies stay strict. */
function openReplies(value: unknown): unknown {
  return mapEntries(value, (path) =>
    mapEntries(path, (operation) =>
      mapEntries(operation, (part, key) => (key === 'responses' ? openShapes(part) : part)),
    ),
  )
}

function openShapes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openShapes)
  if (!isObject(value)) return value
  const { additionalProperties, ...rest } = value
  return mapEntries(additionalProperties === false ? rest : value, openShapes)
}

function mapEntries(value: unknown, map: (inner: unknown, key: string) => unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, map(inner, key)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
