import { ENTRY_KEY } from './compare-versions.ts'

/** The fields of a form that differ from the initial ones: only these are sent. */
export function changedFields<Values extends object>(before: Values, values: Values): Partial<Values> {
  const names = Object.keys(values) as (keyof Values)[]
  const changed = names.filter((name) => !isSame(before[name], values[name]))
  // Each name is one of the form, with its value.
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Values>
}

/** The form after a newer version was loaded: typed fields stay, others take the newer values. */
export function rebased<Values extends object>(before: Values, typed: Values, newer: Values): Values {
  return { ...newer, ...changedFields(before, typed) }
}

/** Files are compared by identity, everything else as it would be sent. */
function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof File || other instanceof File) return one === other
  return textOf(one) === textOf(other)
}

function textOf(value: unknown): string | undefined {
  return JSON.stringify(value, (name, part: unknown) => {
    if (name === ENTRY_KEY) return undefined
    // Typed text that is no number is not the same as none, which JSON writes it as.
    return Number.isNaN(part) ? 'NaN' : part
  })
}
