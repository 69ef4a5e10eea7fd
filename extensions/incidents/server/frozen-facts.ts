import type {
  IncidentEntry,
  IncidentSeries,
  IncidentState,
  IncidentTrack,
  IncidentUnit,
} from '../contract/incident-facts.ts'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'

type EntryOf<Kind extends IncidentEntry['kind']> = Omit<Extract<IncidentEntry, { kind: Kind }>, 'dataID' | 'by'>

/** Who did it: names are read with the incident, as that of a deleted person is not kept. */
interface Done {
  readonly byId: UserId | null
}

type Notification = NonNullable<EntryOf<'alert'>['notifications']>[number]

/** `entity`: of the alert, which may be deleted when the incident is read. */
export type FrozenAlert = Omit<EntryOf<'alert'>, 'notifications'> &
  Done & { readonly entity: EntityId; readonly notifications: readonly FrozenNotification[] | null }

/** Addresses of people are read with the incident, as those of a deleted person are not kept. */
interface FrozenNotification extends Notification {
  /** The name of a webhook; empty for a person. */
  readonly recipient: string
  readonly toId: UserId | null
}
/** `sources`: those that its table concerns, as only admins read some. */
export type FrozenEvent = EntryOf<'event'> & { readonly sources: readonly string[] }
export type FrozenRequest = EntryOf<'request'> & Done
export type FrozenConfiguration = EntryOf<'configuration'>
export type FrozenNote = EntryOf<'note'> & Done

/** An entry of the timeline as it is stored. */
export type FrozenEntry = FrozenAlert | FrozenEvent | FrozenRequest | FrozenConfiguration | FrozenNote

export interface FrozenState extends Omit<IncidentState, 'alerts' | 'occurrences'> {
  readonly alerts: readonly (IncidentState['alerts'][number] & { readonly entity: EntityId | null })[]
  readonly occurrences: readonly (IncidentState['occurrences'][number] & { readonly sources: readonly string[] })[]
}

/** What is stored of one unit of an incident: all that the person who stored it may see of it. */
export interface FrozenFacts {
  readonly states: readonly FrozenState[]
  readonly entries: readonly FrozenEntry[]
  readonly measures: IncidentUnit['measures']
  readonly series: readonly IncidentSeries[]
  readonly track: IncidentTrack | null
}

/** Characters of the entries of an incident, as JSON. */
const LONGEST_TIMELINE = 800_000
/** Characters of all states of an incident, as JSON. */
const LONGEST_STATES = 1_200_000

/** Keeps the first entries of all units together, in the order of time; `isCut` says that there were more. */
export function cutEntries<Entry extends { readonly atUTC: string }>(
  entries: readonly Entry[],
  most: number,
): { entries: Entry[]; isCut: boolean } {
  const sorted = entries.toSorted((one, other) => Date.parse(one.atUTC) - Date.parse(other.atUTC))
  const kept: Entry[] = []
  let length = 0
  for (const entry of sorted.slice(0, most)) {
    length += JSON.stringify(entry).length
    if (length > LONGEST_TIMELINE) break
    kept.push(entry)
  }
  return { entries: kept, isCut: kept.length < entries.length }
}

/** Leaves out records of a state that has more than its share of the room; the last ones by name. */
export function cutState(state: FrozenState, states: number): { state: FrozenState; isCut: boolean } {
  const room = Math.floor(LONGEST_STATES / Math.max(states, 1))
  const records: FrozenState['records'] = []
  let length = JSON.stringify({ ...state, records: [] }).length
  for (const one of state.records) {
    length += JSON.stringify(one).length
    if (length <= room) records.push(one)
  }
  return { state: { ...state, records }, isCut: records.length < state.records.length }
}
