import { isObject } from '@fieldwatch/contract/text/json'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { fieldText, valueText } from '#shared/changes/field-text.ts'
import { t } from './texts.ts'

export interface Difference {
  /** Where it is, such as `Charts › 2 › Title`. */
  readonly place: string
  /** As text; undefined: it was not there. */
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface Differences {
  readonly shown: readonly Difference[]
  /** How many more there are. */
  readonly more: number
}

/** More than this no one reads, and a template has thousands. */
const MOST = 100
const LONGEST = 500

/** What two states of a thing differ in, place by place. What only one of them has differs. */
export function differencesOf(before: unknown, after: unknown, timeFormat: TimeFormat): Differences {
  const [old, fresh] = [leavesOf(before, timeFormat), leavesOf(after, timeFormat)]
  // An entry of a change often holds only what was changed; what it says nothing of was not removed.
  const places = [...new Set([...old.keys(), ...fresh.keys()])]
  const all = places.flatMap((place) => {
    const [was, is] = [old.get(place), fresh.get(place)]
    return was === is ? [] : [{ place, before: was, after: is }]
  })
  return { shown: all.slice(0, MOST), more: Math.max(0, all.length - MOST) }
}

function leavesOf(state: unknown, timeFormat: TimeFormat): Map<string, string> {
  const leaves = new Map<string, string>()
  if (state === null || state === undefined) return leaves
  collect(state, [])
  return leaves

  function collect(value: unknown, path: readonly string[]): void {
    if (Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null)) {
      for (const [index, one] of value.entries()) collect(one, [...path, String(index + 1)])
    } else if (isObject(value)) {
      for (const [key, one] of Object.entries(value)) {
        const shown = typeof one === 'string' ? valueText(key, one) : one
        collect(shown, [...path, fieldText(key)])
      }
    } else leaves.set(path.join(' › '), textOf(value, timeFormat))
  }
}

/** A moment as entries have it. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

function textOf(value: unknown, timeFormat: TimeFormat): string {
  if (Array.isArray(value)) {
    const texts = value.map((one) => textOf(one, timeFormat))
    return texts.length === 0 ? t('activity.value.none') : shorten(texts.join(', '))
  }
  if (value === null || value === '') return t('activity.value.empty')
  if (typeof value === 'boolean') return value ? t('activity.value.yes') : t('activity.value.no')
  if (typeof value !== 'string') return shorten(JSON.stringify(value))
  return MOMENT.test(value) ? formatMoment(Date.parse(value), timeFormat) : shorten(value)
}

function shorten(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`
}
