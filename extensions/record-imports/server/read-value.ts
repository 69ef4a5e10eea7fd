import { say } from './say.ts'
import { isStorable } from '@fieldwatch/contract/text/text'
import type { ImportColumn, ImportSettings } from '../contract/record-imports.ts'
import { shownCell } from './shown-cell.ts'

/** A value; undefined for an empty cell, whose field the record does not get; or why there is none. */
type ValueReading = number | string | boolean | undefined | { readonly problem: string }

type Decimals = ImportSettings['decimals']

/** How the cells of a file are written. */
export interface Writing {
  readonly decimals: Decimals
  /** In lower case. */
  readonly missing: ReadonlySet<string>
}

export function writingOf({ decimals, missing }: Pick<ImportSettings, 'decimals' | 'missing'>): Writing {
  return { decimals, missing: new Set(missing.map((word) => word.trim().toLowerCase())) }
}

/** What loggers and spreadsheets write where they have no value. */
const NO_VALUE = new Set([
  '',
  '-',
  '--',
  '---',
  '----',
  '.',
  '?',
  '*',
  '***',
  'nan',
  '-nan',
  '1.#qnan',
  'null',
  '(null)',
  'none',
  'nil',
  'n/a',
  'na',
  'n.a.',
  '#n/a',
  '#na',
  '<na>',
  'nodata',
  'no data',
  'inf',
  '-inf',
  '+inf',
  'infinity',
  '-infinity',
  'missing',
  'k.a.',
  's/d',
  'n/d',
  'nd',
  'unknown',
  'unavailable',
  'undefined',
  '#value!',
  '#ref!',
  '#div/0!',
  '#null!',
  '#num!',
  '#name?',
])

/** Whether a cell says that it has no value, where a number or a truth is expected. */
export function isNoValue(text: string): boolean {
  return NO_VALUE.has(text.toLowerCase())
}

/** Reads a cell as a value of a type. */
export function readValue(
  cell: string,
  { type, unit }: Pick<ImportColumn, 'type' | 'unit'>,
  { decimals, missing }: Writing,
): ValueReading {
  const text = cell.trim()
  if (missing.size > 0 && missing.has(text.toLowerCase())) return undefined
  if (type === 'text') return textOf(cell)
  if (isNoValue(text)) return undefined
  return type === 'number' ? numberOf(text, { decimals, unit }) : (readTruth(text) ?? noTruth(text))
}

function textOf(cell: string): ValueReading {
  if (cell.trim() === '') return undefined
  return isReadable(cell) ? cell : { problem: say('record-imports.refused.unreadable', { text: shownCell(cell) }) }
}

/** Whether a text can be stored as it is. */
export function isReadable(cell: string): boolean {
  return isStorable(cell) && !cell.includes('\uFFFD')
}

function noTruth(text: string): ValueReading {
  return { problem: say('record-imports.refused.no-truth', { text: shownCell(text) }) }
}

function numberOf(text: string, { decimals, unit }: { decimals: Decimals; unit: string | null }): ValueReading {
  const found = readNumber(text, decimals)
  if (found === undefined) return { problem: say('record-imports.refused.no-number', { text: shownCell(text) }) }
  if (found.unit === '' || found.unit === unit) return found.number
  const problem =
    unit === null
      ? say('record-imports.refused.no-number', { text: shownCell(text) })
      : say('record-imports.refused.other-unit', { text: shownCell(text), unit })
  return { problem }
}

/** A number with what is written behind it: nothing, or its unit of measure. */
export interface MeasuredNumber {
  readonly number: number
  readonly unit: string
}

const WITH_POINT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const WITH_COMMA = /^[+-]?(?:\d+(?:,\d*)?|,\d+)(?:[eE][+-]?\d+)?$/
/** Thousands apart, by one sign or by blanks. */
const GROUPED_BEFORE_POINT = /^[+-]?\d{1,3}(?:([,'’\u00A0\u202F ])\d{3})(?:\1\d{3})*(?:\.\d+)?$/
const GROUPED_BEFORE_COMMA = /^[+-]?\d{1,3}(?:([.'’\u00A0\u202F ])\d{3})(?:\1\d{3})*(?:,\d+)?$/
const WITH_UNIT =
  /^([+\-−]?[\d.,'’\u00A0\u202F ]*\d\.?(?:[eE][+-]?\d+)?)\s*([\p{L}°%‰µμΩ$€£][\p{L}\d°%‰/·*^²³⁻¹µμΩ.\- ]{0,15})?$/u
/** A longer cell is no number with a unit. */
const LONGEST_WITH_UNIT = 60

/** Undefined for a text that is no number, or one that cannot be stored. */
export function readNumber(text: string, decimals: Decimals): MeasuredNumber | undefined {
  const plain = plainNumber(text, decimals)
  if (plain !== undefined) return { number: plain, unit: '' }
  if (text.length > LONGEST_WITH_UNIT) return undefined
  const match = WITH_UNIT.exec(text)
  if (match === null) return undefined
  const [, digits = '', unit = ''] = match
  const number = plainNumber(digits.replace('−', '-'), decimals)
  return number === undefined ? undefined : { number, unit: unit.trimEnd() }
}

function plainNumber(text: string, decimals: Decimals): number | undefined {
  if (decimals === 'point') {
    if (WITH_POINT.test(text)) return finite(text)
    return GROUPED_BEFORE_POINT.test(text) ? finite(text.replace(/[,'’\u00A0\u202F ]/g, '')) : undefined
  }
  if (WITH_COMMA.test(text)) return finite(text.replace(',', '.'))
  if (!GROUPED_BEFORE_COMMA.test(text)) return undefined
  return finite(text.replace(/[.'’\u00A0\u202F ]/g, '').replace(',', '.'))
}

/** An overflow is no number that can be stored. */
function finite(text: string): number | undefined {
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

const TRUE = new Set(['true', 'yes', 'on', '1', 'ja', 'wahr', 'ein', 'oui', 'vrai', 'sí', 'si', 'verdadero'])
const FALSE = new Set(['false', 'no', 'off', '0', 'nein', 'falsch', 'aus', 'non', 'faux', 'falso'])

/** Undefined for a text that is neither. */
export function readTruth(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (TRUE.has(word)) return true
  return FALSE.has(word) ? false : undefined
}
