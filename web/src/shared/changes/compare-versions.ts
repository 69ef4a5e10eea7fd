import { fieldText } from './field-text.ts'
import { t } from './texts.ts'

/** A field that is not the same in what was entered and in the newer version. */
interface ComparedField {
  readonly name: string
  readonly label: string
  readonly yours: string
  readonly theirs: string
  /** It is not as it was when the form was opened, so it would be sent. */
  readonly isYours: boolean
}

export interface Versions {
  /** As it was when the form was opened. */
  readonly base: object
  readonly typed: object
  readonly newer: object
}

/** What the ids of a field name. */
export type IdKind = 'entity' | 'unit' | 'user' | 'template'

/** The fields of a form that hold ids. */
export type IdFields<Values> = Readonly<Partial<Record<keyof Values & string, IdKind>>>

/** The name of an id in a field; undefined for what is no id. */
type NameOf = (field: string, id: string) => string | undefined

/** The fields of a form in which what was entered differs from the newer version. */
export function compareVersions({ base, typed, newer }: Versions, nameOf: NameOf = () => undefined): ComparedField[] {
  const before = new Map(Object.entries(base))
  const theirs = new Map(Object.entries(newer))
  return Object.entries(typed).flatMap(([name, value]) => {
    const text = (one: unknown): string => valueText(one, (id) => nameOf(name, id))
    const field = { name, label: fieldText(name), yours: text(value), theirs: text(theirs.get(name)) }
    return field.yours === field.theirs ? [] : [{ ...field, isYours: field.yours !== text(before.get(name)) }]
  })
}

function valueText(value: unknown, nameOf: (id: string) => string | undefined): string {
  if (typeof value === 'string') return nameOf(value) ?? value
  if (typeof value === 'number') return `${value}`
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? t('changes.yes') : t('changes.no')
  if (value instanceof File) return value.name
  if (Array.isArray(value)) {
    const parts = value.map((one) => valueText(one, nameOf))
    return parts.join(value.some((one) => typeof one === 'object') ? '; ' : ', ')
  }
  if (typeof value !== 'object') return ''
  return Object.entries(value)
    .map(([name, part]) => [name, valueText(part, nameOf)] as const)
    .filter(([name, text]) => name !== ENTRY_KEY && text !== '')
    .map(([name, text]) => `${fieldText(name)}: ${text}`)
    .join(', ')
}

/** Tells entries of a list apart while they are edited; it is no part of what is entered. */
export const ENTRY_KEY = 'key'
