import { type Content, isEqual, isObject, type Json } from '../files/json.ts'
import { plain } from '../terminal.ts'
import type { Fleet } from './fleet.ts'
import type { Plan, Step } from './plan.ts'

/** What differs at one path. Undefined: there is nothing on this side. */
export interface Difference {
  readonly path: string
  readonly before?: Json | undefined
  readonly after?: Json | undefined
}

const SIGNS = { add: '+', change: '~', remove: '-' } as const

/** Lines of differences of one thing; more are counted. */
const MOST_LINES = 20
/** Characters of one value. */
const LONGEST_VALUE = 70

/** The plan as people read it. */
export function describePlan(fleet: Pick<Fleet, 'nameEntity' | 'own'>, { steps, unchanged }: Plan): string {
  const blocks = steps.map((step) => {
    const lines = differencesOf(step).map(lineOf)
    const rest = lines.length - MOST_LINES
    const shown = rest > 0 ? [...lines.slice(0, MOST_LINES), `and ${rest} more`] : lines
    return [`${SIGNS[step.action]} ${titleOf(fleet, step)}`, ...shown.map((line) => `    ${line}`)].join('\n')
  })
  return [...blocks, `${summaryOf(steps)}, ${unchanged} unchanged.`].join('\n')
}

export function summaryOf(steps: readonly Pick<Step, 'action'>[]): string {
  const count = (action: Step['action']): number => steps.filter((step) => step.action === action).length
  return `${count('add')} to add, ${count('change')} to change, ${count('remove')} to remove`
}

/** Such as `unit pump-7`, or `label Critical of North` for one of another entity than the own. */
export function titleOf({ nameEntity, own }: Pick<Fleet, 'nameEntity' | 'own'>, step: Step): string {
  const { kind, name, key, entity } = 'present' in step ? step.present : step.wanted
  const ofUnit = kind === 'event table' ? ` of ${key.slice(0, key.indexOf('/'))}` : ''
  const ofEntity = kind === 'unit' || entity === undefined || entity === own ? '' : ` of ${nameEntity(entity)}`
  return plain(`${kind} ${name}${ofUnit}${ofEntity}`)
}

export function differencesOf(step: Step): Difference[] {
  if (step.action === 'remove') return []
  if (step.action === 'add') return Object.entries(step.wanted.content).map(([path, after]) => ({ path, after }))
  const { present, wanted, keys } = step
  return keys.flatMap((key) => compare(present.content[key], wanted.content[key], key))
}

/** Lists of names are compared as a whole, other lists place by place. */
function compare(before: Json | undefined, after: Json | undefined, path: string): Difference[] {
  if (isEqual(before, after)) return []
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.flatMap((name) => compare((before as Content)[name], (after as Content)[name], `${path}.${name}`))
  }
  if (isListOfObjects(before) && isListOfObjects(after)) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }, (_, place) => compare(before[place], after[place], `${path}[${place}]`)).flat()
  }
  return [{ path, before, after }]
}

function isListOfObjects(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value) && value.some((item: Json) => isObject(item))
}

function lineOf({ path, before, after }: Difference): string {
  if (before === undefined) return `${path}: ${short(after)}`
  if (after === undefined) return `${path}: ${short(before)} → nothing`
  return `${path}: ${short(before)} → ${short(after)}`
}

function short(value: Json | undefined): string {
  const text = typeof value === 'string' ? plain(value) : JSON.stringify(value)
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`
}
