import { say } from '@fieldwatch/messages/server-sentences'
import { isStorable } from '@fieldwatch/contract/text/text'
import type { ImportSettings, ImportValueType } from '@fieldwatch/contract/telemetry/record-imports'
import { shownCell } from './read-time.ts'

/** A value; undefined for an empty cell, whose field the record does not get; or why there is none. */
type ValueReading = number | string | boolean | undefined | { readonly problem: string }

/** What loggers write where they have no value. */
const EMPTY = new Set(['', 'nan', 'null', 'none', 'n/a', 'na', '-', '--'])

const TRUE = new Set(['true', 'yes', 'on', '1'])
const FALSE = new Set(['false', 'no', 'off', '0'])

const WITH_POINT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const WITH_COMMA = /^[+-]?(?:\d+(?:,\d*)?|,\d+)(?:[eE][+-]?\d+)?$/
/** Thousands apart. */
const GROUPED_BEFORE_POINT = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const GROUPED_BEFORE_COMMA = /^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/

/** Reads a cell as a value of a type. */
export function readValue(cell: string, type: ImportValueType, decimals: ImportSettings['decimals']): ValueReading {
  if (type === 'text') return textOf(cell)
  const text = cell.trim()
  if (EMPTY.has(text.toLowerCase())) return undefined
  return type === 'number' ? numberOf(text, decimals) : truthOf(text)
}

function textOf(cell: string): ValueReading {
  if (cell === '') return undefined
  if (!isStorable(cell) || cell.includes('\uFFFD'))
    return { problem: say('answers.import.unreadable', { text: shownCell(cell) }) }
  return cell
}

function numberOf(text: string, decimals: ImportSettings['decimals']): ValueReading {
  const number = Number(plainNumber(text, decimals))
  // An overflow is no number that can be stored.
  return Number.isFinite(number) ? number : { problem: say('answers.import.no-number', { text: shownCell(text) }) }
}

function plainNumber(text: string, decimals: ImportSettings['decimals']): string {
  if (decimals === 'point') {
    if (WITH_POINT.test(text)) return text
    return GROUPED_BEFORE_POINT.test(text) ? text.replaceAll(',', '') : 'none'
  }
  if (WITH_COMMA.test(text)) return text.replace(',', '.')
  return GROUPED_BEFORE_COMMA.test(text) ? text.replaceAll('.', '').replace(',', '.') : 'none'
}

function truthOf(text: string): ValueReading {
  const word = text.toLowerCase()
  if (TRUE.has(word)) return true
  return FALSE.has(word) ? false : { problem: say('answers.import.no-truth', { text: shownCell(text) }) }
}
