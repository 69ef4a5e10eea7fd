import type {
  AffectedThing,
  CoreThing,
  Effect,
  ThingKind,
  UnnamedThings,
} from '@fieldwatch/contract/consequences/consequences'
import { countThings } from '#platform/extensions/web-extension.ts'
import { t } from './texts.ts'

/** What happens to the things of a group, as the words above them. */
const EFFECTS = {
  blocks: 'consequences.effect.blocks',
  deleted: 'consequences.effect.deleted',
  ends: 'consequences.effect.ends',
  pauses: 'consequences.effect.pauses',
  'is handed to': 'consequences.effect.is-handed-to',
  'moves along': 'consequences.effect.moves-along',
  'is judged again': 'consequences.effect.is-judged-again',
  changed: 'consequences.effect.changed',
  continues: 'consequences.effect.continues',
} as const satisfies Record<Effect, string>

const COUNTS = {
  alert: 'consequences.kind.alert',
  'event table': 'consequences.kind.event-table',
  'calculated source': 'consequences.kind.calculated-source',
  chart: 'consequences.kind.chart',
  unit: 'consequences.kind.unit',
  source: 'consequences.kind.source',
  user: 'consequences.kind.user',
  'sub-entity': 'consequences.kind.sub-entity',
  template: 'consequences.kind.template',
  label: 'consequences.kind.label',
  place: 'consequences.kind.place',
  'SIM card': 'consequences.kind.sim',
  token: 'consequences.kind.token',
  request: 'consequences.kind.request',
  batch: 'consequences.kind.batch',
  job: 'consequences.kind.job',
  'waiting message': 'consequences.kind.waiting-message',
  session: 'consequences.kind.session',
  'list view': 'consequences.kind.list-view',
} as const satisfies Record<CoreThing, string>

/** Things of one kind to which the same happens. */
export interface ConsequenceGroup {
  readonly kind: ThingKind
  readonly follows: Effect
  readonly names: readonly string[]
  /** How many there are besides. */
  readonly more: number
}

export interface ConsequenceList {
  readonly things: readonly AffectedThing[]
  readonly more: readonly UnnamedThings[]
}

/** In the order of what happens to them. What happens to a thing by several changes is listed once. */
export function groupConsequences(...lists: ConsequenceList[]): ConsequenceGroup[] {
  const things = new Map(
    lists.flatMap((list) => list.things.map((thing) => [`${thing.follows} ${thing.kind} ${thing.id}`, thing] as const)),
  )
  const more = lists.flatMap((list) => list.more)
  const groups = Map.groupBy([...things.values(), ...more], ({ kind, follows }) => `${follows} ${kind}`)
  const order = Object.keys(EFFECTS)
  return Array.from(groups.values(), (same) => ({
    kind: same[0]?.kind ?? 'unit',
    follows: same[0]?.follows ?? 'continues',
    names: same.flatMap((one) => ('name' in one ? [one.name] : [])),
    more: same.reduce((sum, one) => sum + ('count' in one ? one.count : 0), 0),
  })).toSorted((one, other) => order.indexOf(one.follows) - order.indexOf(other.follows))
}

interface ConsequenceLine {
  readonly heading: string
  readonly text: string
}

/** A group in a line: `2 alerts: Too warm, Silent`. */
export function lineOf({ kind, follows, names, more }: ConsequenceGroup): ConsequenceLine {
  const count = countOf(kind, names.length + more)
  const rest = more > 0 && names.length > 0 ? [t('consequences.more', { count: more })] : []
  const listed = [...names, ...rest]
  const text = listed.length === 0 ? count : t('consequences.line', { count, names: listed.join(', ') })
  return { heading: t(EFFECTS[follows]), text }
}

function countOf(kind: ThingKind, total: number): string {
  return isOfCore(kind) ? t(COUNTS[kind], { total }) : (countThings(kind, total) ?? `${total} ${kind}`)
}

function isOfCore(kind: ThingKind): kind is CoreThing {
  return kind in COUNTS
}

/** Whether something keeps the change from being made. */
export function isBlocked(groups: readonly ConsequenceGroup[]): boolean {
  return groups.some(({ follows }) => follows === 'blocks')
}
