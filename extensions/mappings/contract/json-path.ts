/** Paths such as `a.b[0].c` into a JSON value. No code, no wildcards: a path names one place. */

/** The most steps of a path, and the deepest nesting that a message may have. */
const MOST_DEPTH = 16

export const MAX_PATH_LENGTH = 200

/** A property name, or the place in a list. */
export type JsonStep = string | number

/** One step: `name`, `["any name"]` or `[0]`. */
const STEP = /\.?([^\s.[\]"]+)|\[(\d{1,6})\]|\["([^"\\]*)"\]/y

const PLAIN_NAME = /^[^\s.[\]"]+$/

/** The steps of a path; undefined when it cannot be read. The empty path names the whole value. */
export function parseJsonPath(path: string): readonly JsonStep[] | undefined {
  if (path.length > MAX_PATH_LENGTH || path.startsWith('.')) return undefined
  const steps: JsonStep[] = []
  let at = 0
  while (at < path.length) {
    STEP.lastIndex = at
    const [text, name, index, quoted] = STEP.exec(path) ?? []
    // A name without a dot before it can only be the first step.
    if (text === undefined || (name !== undefined && at > 0 && !text.startsWith('.'))) return undefined
    steps.push(index === undefined ? (name ?? quoted ?? '') : Number(index))
    at += text.length
  }
  return steps.length > MOST_DEPTH ? undefined : steps
}

/** Writes steps as a path that `parseJsonPath` reads; undefined for names that no path can have. */
export function formatJsonPath(steps: readonly JsonStep[]): string | undefined {
  const path = steps
    .map((step, place) => {
      if (typeof step === 'number') return `[${step}]`
      if (!PLAIN_NAME.test(step)) return `["${step}"]`
      return place === 0 ? step : `.${step}`
    })
    .join('')
  const isReadable = steps.every((step) => typeof step === 'number' || !/["\\]/.test(step))
  return isReadable && parseJsonPath(path) !== undefined ? path : undefined
}

/** The value at a place; undefined where there is none. Only own properties are read. */
export function readJsonPath(value: unknown, steps: readonly JsonStep[]): unknown {
  let found = value
  for (const step of steps) {
    if (typeof found !== 'object' || found === null) return undefined
    if (typeof step === 'number' && !Array.isArray(found)) return undefined
    if (!Object.hasOwn(found, step)) return undefined
    found = (found as Readonly<Record<string, unknown>>)[step]
  }
  return found
}

/** A number, text or truth value of a message, with its place. */
interface JsonLeaf {
  readonly steps: readonly JsonStep[]
  readonly value: string | number | boolean
}

/** The first values of a message, in its order; undefined when it is nested too deeply. */
export function listLeaves(value: unknown, most: number): readonly JsonLeaf[] | undefined {
  const leaves: JsonLeaf[] = []
  return collect(value, [], leaves, most) ? leaves : undefined
}

/** Whether the nesting is within bounds. */
function collect(value: unknown, steps: readonly JsonStep[], into: JsonLeaf[], most: number): boolean {
  if (into.length >= most || value === null) return true
  if (typeof value !== 'object') {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      into.push({ steps, value })
    return true
  }
  if (steps.length >= MOST_DEPTH) return false
  if (Array.isArray(value)) return value.every((item, index) => collect(item, [...steps, index], into, most))
  return Object.entries(value).every(([name, item]) => collect(item, [...steps, name], into, most))
}
