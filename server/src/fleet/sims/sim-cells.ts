import type { SimStatus } from '@fieldwatch/contract/units/sims'

/** The words of operators for the states of a card. */
const STATUS_WORDS: Readonly<Record<SimStatus, readonly string[]>> = {
  active: ['active', 'activated', 'enabled', 'live', 'in use', 'online'],
  suspended: ['suspended', 'paused', 'blocked', 'barred', 'on hold'],
  inactive: [
    'inactive',
    'deactivated',
    'disabled',
    'terminated',
    'cancelled',
    'canceled',
    'retired',
    'ready',
    'inventory',
    'preactive',
    'pre-active',
    'new',
  ],
}

/** The state that a word means; an unknown word is returned as it is. */
export function readStatus(word: string): string {
  const wanted = word.toLowerCase().replaceAll('_', ' ')
  const [status] = Object.entries(STATUS_WORDS).find(([, words]) => words.includes(wanted)) ?? []
  return status ?? word
}

/** The digits and the unit of a size, once its spaces are dropped. */
const SIZE = /^([\d.,]+)([a-z]*)$/i

/** Longer texts are not sizes. */
const SIZE_MAX = 40

const BYTES: Readonly<Record<string, number>> = {
  b: 1,
  byte: 1,
  bytes: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
}

/** A size as it is written. */
interface WrittenSize {
  readonly digits: string
  /** Bytes of its unit; undefined when it has none. */
  readonly factor: number | undefined
}

/** The parts of a size such as `1.5 GB`; a number without a unit is in `unit`. Undefined when it is none. */
export function splitSize(text: string, unit?: string): WrittenSize | undefined {
  if (text.length > SIZE_MAX) return undefined
  const [, digits, ownUnit = ''] = SIZE.exec(text.replaceAll(/\s/g, '')) ?? []
  if (digits === undefined) return undefined
  const named = ownUnit === '' ? unit : ownUnit
  if (named === undefined) return { digits, factor: undefined }
  const factor = BYTES[named.toLowerCase()]
  return factor === undefined ? undefined : { digits, factor }
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,6})?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i

/** ISO 8601 of a time such as `2026-11-21 08:00`, in UTC unless it says otherwise; the text itself when it is none. */
export function readTime(text: string): string {
  const [, date, minutes = '00:00', seconds = ':00', zone = 'Z'] = TIME.exec(text) ?? []
  if (date === undefined) return text
  const offset = /^(z|utc)$/i.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2')
  const at = new Date(`${date}T${minutes}${seconds}${offset}`)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}
