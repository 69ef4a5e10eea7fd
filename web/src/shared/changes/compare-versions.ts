/** A field that is not the same in what was entered and in the newer version. */
export interface ComparedField {
  readonly name: string
  readonly label: string
  readonly yours: string
  readonly theirs: string
  /** It is not as it was when the form was opened, so it would be sent. */
  readonly isYours: boolean
}

interface Versions {
  /** As it was when the form was opened. */
  readonly base: object
  readonly typed: object
  readonly newer: object
}

/** The fields of a form in which what was entered differs from the newer version. */
export function compareVersions({ base, typed, newer }: Versions): ComparedField[] {
  const before = new Map(Object.entries(base).map(([name, value]) => [name, valueText(value)]))
  const theirs = new Map(Object.entries(newer).map(([name, value]) => [name, valueText(value)]))
  return Object.entries(typed).flatMap(([name, value]) => {
    const field = { name, label: labelOf(name), yours: valueText(value), theirs: theirs.get(name) ?? '' }
    return field.yours === field.theirs ? [] : [{ ...field, isYours: field.yours !== before.get(name) }]
  })
}

/** `friendlyName` reads `Friendly name`. */
function labelOf(name: string): string {
  const words = name.replaceAll(
    /([a-z])([A-Z])/g,
    (_both, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  )
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return `${value}`
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (value instanceof File) return value.name
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value !== 'object') return ''
  return Object.entries(value)
    .map(([name, part]) => `${labelOf(name)}: ${valueText(part)}`)
    .join(', ')
}
