import { parseArgs } from 'node:util'

/** What can be measured by itself, in the order in which it is. */
export const GROUPS = [
  'ingest',
  'disk',
  'bytes',
  'reads',
  'messages',
  'live',
  'requests',
  'events',
  'fills',
  'alerts',
] as const
export type Group = (typeof GROUPS)[number]

export interface Options {
  /** Less of everything: shows that it works, in less than a minute. */
  readonly quick: boolean
  /** Also a year of one field, which takes minutes to send. */
  readonly year: boolean
  readonly only: ReadonlySet<Group>
}

/** @throws Error with a sentence that names what is wrong */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      year: { type: 'boolean', default: false },
      only: { type: 'string', default: GROUPS.join(',') },
    },
  })
  return { quick: values.quick, year: values.year, only: partsNamed(GROUPS, values.only) }
}

/** The parts that a text names, separated by commas. @throws Error with a sentence that names what is wrong */
export function partsNamed<Part extends string>(known: readonly Part[], text: string): ReadonlySet<Part> {
  return new Set(
    text.split(',').map((name) => {
      const part = known.find((one) => one === name.trim())
      if (part === undefined) throw new Error(`--only does not know "${name.trim()}": use ${known.join(', ')}.`)
      return part
    }),
  )
}
