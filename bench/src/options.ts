import { parseArgs } from 'node:util'

/** What can be measured by itself, in the order in which it is. */
export const GROUPS = ['ingest', 'disk', 'reads', 'messages', 'live'] as const
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
  const only = new Set(values.only.split(',').map((name) => groupNamed(name.trim())))
  return { quick: values.quick, year: values.year, only }
}

function groupNamed(name: string): Group {
  const group = GROUPS.find((one) => one === name)
  if (group === undefined) throw new Error(`--only does not know "${name}": use ${GROUPS.join(', ')}.`)
  return group
}
