import { CHANGE_KINDS, type ChangeKind } from '@fieldwatch/contract/consequences/changes'
import type { AlertId, DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { Chance } from '#testing/fuzz/chance.ts'
import type { SignedInUser } from '#testing/test-app.ts'
import { type Fleet, shownBy } from './fleet.ts'
import type { Changing } from './make-changes.ts'

/** A change by its kind, and what it names. */
export interface ChosenChange {
  readonly kind: ChangeKind
  readonly named: Changing
}

/** The higher, the more often; those that take much away come rarely. Left out: 3. */
const WEIGHTS: Partial<Record<ChangeKind, number>> = {
  'unit-moved': 6,
  'unit-deleted': 1,
  'person-moved': 5,
  'person-deleted': 2,
  'entity-deleted': 1,
  'person-enabled': 6,
  'entity-enabled': 8,
  'alert-deleted': 1,
  'place-changed': 1,
  'place-deleted': 1,
}

const KINDS = CHANGE_KINDS.flatMap((kind) => Array.from({ length: WEIGHTS[kind] ?? 3 }, () => kind))

/** A change that can be asked for: by chance its kind, and what it is about. The same for the same fleet and chance. */
export function chooseChange(fleet: Fleet, chance: Chance, boss: SignedInUser): ChosenChange {
  for (;;) {
    const kind = chance.pick(KINDS)
    const named = chooseNamed(fleet, kind, { chance, boss })
    if (named !== undefined) return { kind, named }
  }
}

interface Choosing {
  readonly chance: Chance
  readonly boss: SignedInUser
}

function chooseNamed(fleet: Fleet, kind: ChangeKind, { chance, boss }: Choosing): Changing | undefined {
  const entities = keysBy(fleet.entities).filter((id) => fleet.entities[id]?.parent !== null)
  const pick = <T>(from: readonly T[]): T | undefined => (from.length === 0 ? undefined : chance.pick(from))
  const withTemplate = (chart: string | undefined): string[] =>
    keysBy(fleet.units).filter((id) => {
      const charts = fleet.templates[shownBy(fleet, id) ?? '']?.charts ?? []
      return chart === undefined ? charts.length > 0 : charts.includes(chart)
    })
  const hasTable = (id: string): boolean => fleet.eventTables.some(({ unit, ended }) => unit === id && !ended)
  const sendsRoom = (id: string): boolean => fleet.units[id]?.sources.includes('room') === true
  const units = keysBy(fleet.units)
  const unitsOf: Partial<Record<ChangeKind, readonly string[]>> = {
    'source-deleted': units.filter(sendsRoom),
    'source-moved': units.filter(sendsRoom),
    'chart-renamed': withTemplate('Temp'),
    'chart-deleted': withTemplate(undefined),
    'event-table-changed': units.filter(hasTable),
    'event-table-deleted': units.filter((id) => fleet.eventTables.some(({ unit }) => unit === id)),
    'unit-deactivated': units.filter((id) => fleet.units[id]?.active === true),
    'unit-shared': units.filter((id) => (fleet.units[id]?.entities.length ?? 0) === 1),
  }
  const people = keysBy(fleet.people).filter((id) => id !== boss.userId)
  const peopleOf: Partial<Record<ChangeKind, readonly string[]>> = {
    'person-demoted': people.filter((id) => fleet.people[id]?.role === 'admin'),
    'person-disabled': people.filter((id) => fleet.people[id]?.active === true),
    'person-enabled': people.filter((id) => fleet.people[id]?.active === false),
  }
  const entitiesOf: Partial<Record<ChangeKind, readonly string[]>> = {
    'entity-disabled': entities.filter((id) => fleet.entities[id]?.active === true),
    'entity-enabled': entities.filter((id) => fleet.entities[id]?.active === false),
    // The last one stays, so that something is left to change.
    'entity-deleted': entities.length > 2 ? entities : [],
  }
  const unit = pick(unitsOf[kind] ?? units)
  const person = pick(peopleOf[kind] ?? people)
  const own = kind === 'unit-shared' || kind === 'unit-moved' ? (fleet.units[unit ?? '']?.entities ?? []) : []
  const from = kind.startsWith('entity-') ? pick(entitiesOf[kind] ?? entities) : own[0]
  const elsewhere = kind === 'person-moved' ? [fleet.people[person ?? '']?.entity ?? ''] : own.length > 1 ? [] : own
  const to = pick(entities.filter((id) => !elsewhere.includes(id)))
  const watching = fleet.alerts.filter(
    ({ ended, units: watched }) => kind === 'alert-deleted' || (!ended && watched.some((one) => !one.ended)),
  )
  const chosen = {
    dataId: unit,
    maker: person,
    north: from,
    south: to,
    otherTemplate: pick(keysBy(fleet.templates).filter((id) => fleet.templates[id]?.entity !== null)),
    template: shownBy(fleet, unit ?? ''),
    alert: pick(watching)?.id,
    place: pick(fleet.places)?.id,
  }
  if (NEEDED[kind].some((name) => chosen[name] === undefined || chosen[name] === null)) return undefined
  return {
    dataId: chosen.dataId as DataId,
    maker: { userId: chosen.maker } as SignedInUser,
    north: chosen.north as EntityId,
    south: chosen.south as EntityId,
    template: chosen.template as TemplateId,
    otherTemplate: chosen.otherTemplate as TemplateId,
    alert: chosen.alert as AlertId,
    place: Number(chosen.place),
  }
}

const OF_UNIT = ['dataId'] as const
const OF_PERSON = ['maker'] as const
const OF_ENTITY = ['north'] as const

/** What the making of a change reads. */
const NEEDED = {
  'unit-moved': ['dataId', 'south'],
  'unit-shared': ['dataId', 'north', 'south'],
  'unit-deactivated': OF_UNIT,
  'unit-deleted': OF_UNIT,
  'data-id-changed': OF_UNIT,
  'template-changed': ['dataId', 'otherTemplate'],
  'source-deleted': OF_UNIT,
  'source-moved': OF_UNIT,
  'chart-renamed': ['dataId', 'template'],
  'chart-deleted': ['dataId', 'template'],
  'event-table-changed': OF_UNIT,
  'event-table-deleted': OF_UNIT,
  'alert-deleted': ['alert'],
  'place-changed': ['place'],
  'place-deleted': ['place'],
  'person-demoted': OF_PERSON,
  'person-moved': ['maker', 'south'],
  'person-disabled': OF_PERSON,
  'person-enabled': OF_PERSON,
  'person-deleted': OF_PERSON,
  'entity-disabled': OF_ENTITY,
  'entity-enabled': OF_ENTITY,
  'entity-deleted': OF_ENTITY,
} as const satisfies Record<ChangeKind, readonly string[]>

/** Ids in the order in which they were read. */
const keysBy = (things: Readonly<Record<string, unknown>>): string[] => Object.keys(things)
