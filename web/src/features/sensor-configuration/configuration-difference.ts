import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import { t } from './texts.ts'

/** A value that two configurations do not have alike. */
export interface Difference {
  /** Where it is, as in `can0, channel 9, report_interval`. */
  readonly place: string
  readonly before: string
  readonly after: string
}

/** Names of lists whose entries are known by one of their values, with the name of it. */
const KNOWN_BY: Readonly<Record<string, string>> = { buses: 'bus_id', serial_number_list: 'serial_number' }

/** All values that differ between two configurations, in their order there. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [old, young] = [valuesOf(before), valuesOf(after)]
  const places = [...new Set([...old.keys(), ...young.keys()])]
  return places.flatMap((place) => {
    const [one, other] = [old.get(place) ?? EMPTY_CELL, young.get(place) ?? EMPTY_CELL]
    return one === other ? [] : [{ place, before: one, after: other }]
  })
}

/** Each single value with its place. */
function valuesOf(configuration: unknown): Map<string, string> {
  const values = new Map<string, string>()
  const walk = (value: unknown, path: readonly string[], name: string): void => {
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) walk(entry, [...path, entryName(entry, name, index)], '')
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, entry] of Object.entries(value)) {
        const isList = KNOWN_BY[key] !== undefined || key === 'channels'
        const word = name === 'channels' ? t('sensor-configuration.channel.place', { number: key }) : key
        walk(entry, isList ? path : [...path, word], key)
      }
    } else values.set(path.join(', '), textOf(value))
  }
  walk(configuration, [], '')
  return values
}

function textOf(value: unknown): string {
  return value === '' ? EMPTY_CELL : typeof value === 'string' ? value : JSON.stringify(value)
}

function entryName(entry: unknown, list: string, index: number): string {
  const key = KNOWN_BY[list]
  const known = key !== undefined && typeof entry === 'object' && entry !== null ? Reflect.get(entry, key) : undefined
  return typeof known === 'string' ? known : String(index + 1)
}
