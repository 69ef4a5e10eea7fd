import { parseArgs } from 'node:util'
import { partsNamed } from '../options.ts'

/** What can be measured by itself, in the order in which it is. */
export const WEB_PARTS = ['day', 'month', 'live', 'memory', 'replay', 'replay-memory'] as const
export type WebPart = (typeof WEB_PARTS)[number]

export interface WebOptions {
  /** Less of everything: shows that it works. */
  readonly quick: boolean
  readonly only: ReadonlySet<WebPart>
}

/** @throws Error with a sentence that names what is wrong */
export function readWebOptions(args: readonly string[]): WebOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: WEB_PARTS.join(',') },
    },
  })
  return { quick: values.quick, only: partsNamed(WEB_PARTS, values.only) }
}
