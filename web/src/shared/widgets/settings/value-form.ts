import { compileEquation } from '@fieldwatch/contract/calculations/equation'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import type { ShownValue } from '@fieldwatch/contract/widgets/widget-kind'
import type { CardValue } from '@fieldwatch/contract/widgets/widget-parts'
import { randomId } from '@mantine/hooks'
import { hexColour, paletteColour } from '#shared/charts/series-colours.ts'

/** A number that is being typed; an empty text is none. */
export type TypedNumber = number | ''

/** One value of a widget as it is being edited. */
export interface ValueForm {
  /** Names the entry while the list changes. */
  key: string
  origin: 'field' | 'formula'
  source: string
  field: string
  formula: string
  denominators: string[]
  /** What it is called; empty: as its field, or as its calculated source. */
  name: string
  unit: string
  colour: string
  decimals: TypedNumber
  maxGapMinutes: TypedNumber
}

/** A widget as it is being edited; settings that the current type does not use are kept. */
export interface WidgetForm {
  /** Empty: not chosen yet. */
  type: string
  title: string
  values: ValueForm[]
  /** What each type has of its own, by type. */
  parts: Record<string, unknown>
}

/** What a type of widget asks of each of its values. */
export interface ValueRules {
  /** How many it shows. */
  readonly most: 'none' | 'one' | 'many'
  /** Only fields that hold numbers can be shown. */
  readonly numeric: boolean
  readonly formula: boolean
  readonly name: boolean
  readonly colour: boolean
  /** The colour of the first value of a new widget, unless the palette decides. */
  readonly firstColour?: string
  /** The number that belongs to a value, and what it is when it is left out. */
  readonly number: { readonly setting: 'decimals' | 'maxGapMinutes'; readonly unless?: string }
}

/** The values of cards and tables. */
export const CARD_VALUES: ValueRules = {
  most: 'many',
  numeric: false,
  formula: true,
  name: true,
  colour: false,
  number: { setting: 'decimals' },
}

export function emptyValue(colour: string): ValueForm {
  return {
    key: randomId(),
    origin: 'field',
    source: '',
    field: '',
    formula: '',
    denominators: [],
    name: '',
    unit: '',
    colour,
    decimals: '',
    maxGapMinutes: '',
  }
}

/** The first colour of the palette that none of the values has. */
export function nextColour(values: readonly Pick<ValueForm, 'colour'>[]): string {
  const used = new Set(values.map(({ colour }) => colour.toLowerCase()))
  for (let index = 0; index < values.length; index += 1) {
    const colour = hexColour(paletteColour(index))
    if (!used.has(colour)) return colour
  }
  return hexColour(paletteColour(values.length))
}

/** The form of a value that a template holds. */
export function readValue(
  { field = '', calculate, friendlyName = '', unit = '' }: ShownValue,
  source: string,
  colour: string,
): ValueForm {
  return {
    ...emptyValue(colour),
    origin: calculate === undefined ? 'field' : 'formula',
    source,
    field,
    formula: calculate?.formula ?? '',
    denominators: [...(calculate?.denominators ?? [])],
    name: friendlyName === field ? '' : friendlyName,
    unit,
  }
}

/** The values of a card or a table. */
export function readCardValues(specifications: Readonly<Record<string, readonly CardValue[]>>): ValueForm[] {
  const values: ValueForm[] = []
  for (const [source, list] of Object.entries(specifications)) {
    for (const value of list) {
      values.push({ ...readValue(value, source, nextColour(values)), decimals: value.decimals ?? '' })
    }
  }
  return values
}

export function writeCardValue(value: ValueForm): CardValue {
  return {
    ...originOf(value),
    friendlyName: nameOf(value),
    ...text('unit', value.unit),
    ...number('decimals', value.decimals),
  }
}

/** What a value is called in its widget. */
export function nameOf({ name, origin, field, formula }: ValueForm): string {
  if (name.trim() !== '') return name.trim()
  return origin === 'field' ? field : formula.trim().slice(0, 200)
}

export function originOf({ origin, field, formula, denominators }: ValueForm): Pick<CardValue, 'field' | 'calculate'> {
  return origin === 'field' ? { field } : { calculate: { formula: formula.trim(), denominators } }
}

/** The source that a value belongs to: its own, or that of the first variable of its formula. */
export function sourceOf({ origin, source, formula }: Pick<ValueForm, 'origin' | 'source' | 'formula'>): SourceName {
  const variable = origin === 'formula' ? compileEquation(formula).equation?.variables[0] : undefined
  // The form has checked that it is one.
  return (variable === undefined ? source : variable.slice(0, variable.indexOf('.'))) as SourceName
}

export function bySource<T>(values: readonly ValueForm[], entryOf: (value: ValueForm) => T): Record<SourceName, T[]> {
  const entries: Record<SourceName, T[]> = {}
  for (const value of values) (entries[sourceOf(value)] ??= []).push(entryOf(value))
  return entries
}

/** A setting that is left out when it is empty. */
export function text<K extends string>(name: K, value: string, { trim = true } = {}): { [P in K]?: string } {
  const kept = trim ? value.trim() : value
  return kept === '' ? {} : ({ [name]: kept } as { [P in K]: string })
}

export function number<K extends string>(name: K, value: TypedNumber): { [P in K]?: number } {
  return value === '' ? {} : ({ [name]: value } as { [P in K]: number })
}
