/**
 * Creates the reader of a route's part of the address. The router merges its result over the raw search, so keys that are dropped
 * have to be set to undefined.
 */
export function ownSearch<S extends object>(
  keys: readonly (keyof S)[],
  read: (raw: Record<string, unknown>) => S,
): (raw: Record<string, unknown>) => S {
  const nothing: Partial<Record<keyof S, undefined>> = {}
  for (const key of keys) nothing[key] = undefined
  return (raw) => ({ ...nothing, ...read(raw) })
}
