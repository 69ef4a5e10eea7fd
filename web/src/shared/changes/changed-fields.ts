/** What of a form differs from what it began with: all that is sent. */
export function changedFields<Values extends object>(before: Values, values: Values): Partial<Values> {
  const names = Object.keys(values) as (keyof Values)[]
  const changed = names.filter((name) => !isSame(before[name], values[name]))
  // Each name is one of the form, with its value.
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Values>
}

/** A form after a newer thing was loaded: what was typed stays, all else is as in the newer one. */
export function rebased<Values extends object>(before: Values, typed: Values, newer: Values): Values {
  return { ...newer, ...changedFields(before, typed) }
}

/** Files are the same file or not; all else is compared as it would be sent. */
function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof File || other instanceof File) return one === other
  return JSON.stringify(one) === JSON.stringify(other)
}
