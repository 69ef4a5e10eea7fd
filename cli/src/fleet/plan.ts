import { type Content, isEqual, isNothing } from '../files/json.ts'
import type { FileProblem } from '../files/read-yaml.ts'
import type { WantedFleet } from './describe-wanted.ts'
import { checkReferences } from './check-references.ts'
import type { Fleet } from './fleet.ts'
import { type ChangeOfItem, KIND_NAMES, type KindName, type PresentItem, type WantedItem } from './items.ts'
import { KINDS } from './kinds.ts'

export type Step =
  | { readonly action: 'add'; readonly wanted: WantedItem }
  | ({ readonly action: 'change' } & ChangeOfItem)
  | { readonly action: 'remove'; readonly present: PresentItem }

export interface Plan {
  /** In the order in which they are made. */
  readonly steps: readonly Step[]
  readonly unchanged: number
  readonly problems: readonly FileProblem[]
}

/** Compares what files say with what the portal has. */
export async function planFleet(fleet: Fleet, wanted: WantedFleet, { prune }: { prune: boolean }): Promise<Plan> {
  const problems: FileProblem[] = [...wanted.problems, ...(await checkReferences(fleet, wanted.items))]
  const steps: Step[] = []
  const removals: Step[] = []
  let unchanged = 0
  for (const name of KIND_NAMES) {
    const items = wanted.items.filter(({ kind }) => kind === name)
    const scopes = wanted.listed.get(name)
    if (items.length === 0 && (!prune || scopes === undefined)) continue
    const kind = KINDS[name]
    const present = await kind.list(fleet, prune && name === 'event table' ? withScopes(items, scopes) : items)
    const { known, twice } = index(present)
    for (const item of items) {
      const found = known.get(item.key)
      if (twice.has(item.key)) problems.push({ ...item.placeOf([]), message: ambiguous(name, item.name) })
      else if (found === undefined) {
        problems.push(...(kind.findMissing?.(item) ?? []))
        steps.push({ action: 'add', wanted: item })
      } else {
        const keys = keysThatDiffer(name, found.content, item.content)
        if (keys.length === 0) unchanged += 1
        else steps.push({ action: 'change', present: found, wanted: item, keys })
      }
    }
    if (prune && kind.remove !== undefined) {
      const kept = new Set(items.map(({ key }) => key))
      for (const found of known.values()) {
        if (!kept.has(found.key) && isListed(found, scopes)) removals.push({ action: 'remove', present: found })
      }
    }
  }
  // What others name goes last.
  return { steps: [...steps, ...removals.reverse()], unchanged, problems }
}

/** Things of a unit are listed by unit, others by entity. */
function isListed({ kind, key, entity }: PresentItem, scopes: ReadonlySet<string> | undefined): boolean {
  const scope = kind === 'event table' ? key.slice(0, key.indexOf('/')) : entity
  return scope !== undefined && scopes?.has(scope) === true
}

/** Units whose event tables are looked at although the files list none. */
function withScopes(items: readonly WantedItem[], scopes: ReadonlySet<string> | undefined): WantedItem[] {
  const placeOf = () => ({ file: '', line: 1, column: 1 })
  const more = [...(scopes ?? [])].map((dataID) => ({
    kind: 'event table' as const,
    key: `${dataID}/`,
    name: '',
    content: {},
    placeOf,
  }))
  return [...items, ...more]
}

function index(present: readonly PresentItem[]) {
  const known = new Map<string, PresentItem>()
  const twice = new Set<string>()
  for (const item of present) {
    if (known.has(item.key)) twice.add(item.key)
    known.set(item.key, item)
  }
  for (const key of twice) known.delete(key)
  return { known, twice }
}

export function ambiguous(kind: KindName, name: string): string {
  return `The portal has several of the kind ${kind} that are called ${name}. Rename all but one there.`
}

/** A template is written as a whole, and what it leaves out is empty; of other things what a file leaves out stays. */
function keysThatDiffer(kind: KindName, present: Content, wanted: Content): string[] {
  if (kind !== 'template') return Object.keys(wanted).filter((key) => !isSame(key, present[key], wanted[key]))
  const keys = [...new Set([...Object.keys(present), ...Object.keys(wanted)])]
  return keys.filter(
    (key) => !(isNothing(present[key]) && isNothing(wanted[key])) && !isEqual(present[key], wanted[key]),
  )
}

/** The case of labels does not matter. */
function isSame(key: string, present: Content[string] | undefined, wanted: Content[string] | undefined): boolean {
  if (key !== 'labels' || !Array.isArray(present) || !Array.isArray(wanted)) return isEqual(present, wanted)
  const inOrder = (names: readonly unknown[]) => names.map((name) => String(name).toLowerCase()).sort()
  return isEqual(inOrder(present), inOrder(wanted))
}
