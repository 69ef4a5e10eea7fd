/** A fleet as plain data, as far as changes concern it. Units are known by their dataID, people and entities by their id. */
export interface Fleet {
  readonly entities: Record<string, Entity>
  readonly people: Record<string, Person>
  readonly units: Record<string, Unit>
  readonly templates: Record<string, FleetTemplate>
  alerts: FleetAlert[]
  reports: FleetReport[]
  eventTables: FleetTable[]
  calculations: OfUnit[]
  notes: OfUnit[]
  requests: FleetRequest[]
  incidents: FleetIncident[]
  labels: FleetLabel[]
  places: Named[]
  links: FleetLink[]
  boards: FleetBoard[]
  cards: FleetCard[]
  mappings: FleetMapping[]
  networkServers: OfEntity[]
  receivers: OfEntity[]
  tokens: Owned[]
  listViews: Owned[]
}

export interface Entity {
  readonly name: string
  /** Null: none above it. */
  readonly parent: string | null
  active: boolean
}

export interface Person {
  readonly name: string
  entity: string
  role: 'admin' | 'viewer'
  active: boolean
}

export interface Unit {
  readonly name: string
  entities: string[]
  active: boolean
  /** The one that it shares with others. */
  template: string | null
  /** Its own one, which it shows instead. */
  copy: string | null
  sources: string[]
  /** The names of event tables that people removed from it: its template gives it none of them again. */
  removed: string[]
}

/** It has one chart at most, of `room`. */
export interface FleetTemplate {
  /** Null: it is the copy of a unit. */
  entity: string | null
  charts: string[]
  /** The event tables that units get which show it. */
  tables: string[]
}

interface OfEntity {
  readonly id: string
  readonly entity: string
}

interface Named extends OfEntity {
  name: string
}

interface OfUnit {
  readonly id: string
  unit: string
}

interface Owned {
  readonly id: string
  readonly owner: string
}

/** What an alert is on a unit. */
export interface WatchedUnit {
  unit: string
  /** Whether it ended there; `reason` says why. */
  ended: boolean
  reason: boolean
  /** The unit is deactivated. */
  rests: boolean
  triggered: boolean
  /** What those wrote who acknowledged it. */
  acknowledged: string | null
  snoozed: boolean
  /** Which of its people were told that it is triggered, and nothing else since. */
  knows: string[]
}

export interface AlertPerson {
  readonly person: string
  owns: boolean
  /** What they were before they stood in for others. */
  standsIn: 'none' | 'viewer' | null
}

export interface FleetAlert {
  /** The id in the database: an alert that was split off has a new one. */
  readonly id: string
  name: string
  entity: string
  /** The event table that it follows; null: it watches `room`. */
  readonly event: string | null
  units: WatchedUnit[]
  people: AlertPerson[]
  ended: boolean
  reason: boolean
}

export interface FleetReport {
  readonly id: string
  readonly entity: string
  unit: string
  /** The title of its chart. */
  chart: string | null
  /** The name of its event table. */
  readonly event: string | null
  readonly madeBy: string | null
  recipients: string[]
  /** Whether it is sent; if not, `reason` says why. */
  runs: boolean
  awaitsRecipients: boolean
  reason: boolean
}

export interface FleetTable {
  /** When it was changed, in milliseconds. */
  readonly since: number
  readonly name: string
  unit: string
  source: string
  ended: boolean
  reason: boolean
}

export interface FleetRequest extends OfUnit {
  readonly by: string
  state: string
  reason: boolean
}

export interface FleetIncident extends OfEntity {
  units: string[]
}

export interface FleetLabel extends Named {
  units: string[]
}

export interface FleetLink extends OfEntity {
  readonly by: string
  unit: string | null
  chart: string
}

export interface FleetBoard extends OfEntity {
  readonly by: string
  units: string[]
}

export interface FleetCard extends OfEntity {
  unit: string | null
}

export interface FleetMapping extends OfEntity {
  unit: string
}

/** The entities that a person reaches: the own one, and for admins all below it. */
export function reachOf(fleet: Fleet, person: string): string[] {
  const { entity, role } = fleet.people[person] ?? NO_ONE
  if (fleet.entities[entity] === undefined) return []
  return role === 'admin' ? subtreeOf(fleet, entity) : [entity]
}

const NO_ONE: Person = { name: '', entity: '', role: 'viewer', active: false }

/** An entity with all below it. */
export function subtreeOf(fleet: Fleet, top: string): string[] {
  const below = Object.keys(fleet.entities).filter((id) => fleet.entities[id]?.parent === top)
  return [top, ...below.flatMap((id) => subtreeOf(fleet, id))]
}

/** The template that a unit shows. */
export const shownBy = (fleet: Fleet, unit: string): string | null => {
  const { copy = null, template = null } = fleet.units[unit] ?? {}
  return copy ?? template
}

/** Whether a person can sign in. */
export function isActive(fleet: Fleet, id: string): boolean {
  const person = fleet.people[id]
  return person !== undefined && person.active && fleet.entities[person.entity]?.active === true
}

export function sees(fleet: Fleet, person: string, unit: string): boolean {
  const reach = reachOf(fleet, person)
  return fleet.units[unit]?.entities.some((entity) => reach.includes(entity)) === true
}

export const isAdmin = (fleet: Fleet, person: string): boolean => fleet.people[person]?.role === 'admin'

/** The active admins of an entity, otherwise those of the nearest one above it. */
export function nearestAdmins(fleet: Fleet, entity: string): string[] {
  const own = Object.keys(fleet.people).filter(
    (id) => fleet.people[id]?.entity === entity && isAdmin(fleet, id) && isActive(fleet, id),
  )
  const parent = fleet.entities[entity]?.parent ?? null
  return own.length > 0 || parent === null ? own : nearestAdmins(fleet, parent)
}

/** All of it as sorted lines, so that two can be compared: without what is made up, such as the id of an alert that was split off. */
export function describeFleet(fleet: Fleet): string[] {
  const names = new Map<string, string>([
    ...Object.entries(fleet.entities).map(([id, { name }]) => [id, name] as const),
    ...Object.entries(fleet.people).map(([id, { name }]) => [id, name] as const),
  ])
  const lines = Object.entries(fleet).flatMap(([kind, things]) => {
    const listed = Array.isArray(things) ? things.map((thing) => ['', thing]) : Object.entries(things)
    return listed.map(([id, thing]) => `${kind} ${id} ${JSON.stringify(sorted(MADE_UP[kind]?.(thing) ?? thing))}`)
  })
  const named = lines.map((line) => line.replaceAll(/(?:entity|user)-[0-9a-f-]{36}/g, (id) => names.get(id) ?? id))
  return named.toSorted()
}

const MADE_UP: Readonly<Record<string, (thing: object) => object>> = {
  alerts: (thing) => ({ ...thing, id: undefined }),
  eventTables: (thing) => ({ ...thing, since: undefined }),
}

/** With the keys of objects and the elements of lists in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).toSorted((one, other) => compare(JSON.stringify(one), JSON.stringify(other)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, one]) => [key, sorted(one)] as const)
      .toSorted(([one], [other]) => compare(one, other)),
  )
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
