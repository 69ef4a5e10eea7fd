/**
 * Makes the reader of a route's part of the address. The router lays what it returns over the raw address, so each of the
 * keys that was read as nothing has to say so: otherwise the raw text would stand in its place.
 */
export function ownSearch<S extends object>(
  keys: readonly (keyof S)[],
  read: (raw: Record<string, unknown>) => S,
): (raw: Record<string, unknown>) => S {
  const nothing: Partial<Record<keyof S, undefined>> = {}
  for (const key of keys) nothing[key] = undefined
  return (raw) => ({ ...nothing, ...read(raw) })
}
