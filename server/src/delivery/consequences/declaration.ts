import type { DataId, EntityId, SourceName, UserId } from '@fieldwatch/contract/api/ids'
import type { Role } from '@fieldwatch/contract/people/users'
import type { ChangeKind, ChangeOf } from '@fieldwatch/contract/consequences/changes'
import type { Effect, ThingKind } from '@fieldwatch/contract/consequences/consequences'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { Recipient } from '#delivery/mail/queue-mail.ts'
import type { Db } from '#platform/database/database.ts'

/** What follows from each kind of change for each kind of thing, in the order in which it is carried out and listed. */
export type Rows = Readonly<Record<ThingKind, Row>>

/** What follows from each kind of change for one kind of thing, declared beside its store. */
export type Row = { readonly [Kind in ChangeKind]: Cell<Kind> }

type Cell<Kind extends ChangeKind> = Unaffected | Affected<Kind>

interface Unaffected {
  /** Why nothing follows, for the reference. */
  readonly unaffected: string
}

export type Affected<Kind extends ChangeKind> = AffectedBy<ChangeOf<Kind>, ChangeOf<Kind> & FactsOf<Kind>>

interface AffectedBy<Asked, Known> {
  /** A thing has one of them at most. */
  readonly outcomes: readonly OutcomeOf<Asked>[]
  /**
   * Carries them out in the transaction of the change, before the things that change are removed. Left out where that removal does it, or
   * where it is judged when the thing is used.
   */
  readonly apply?: (tx: Db, made: MadeBy<Known>) => Promise<Applied | void>
}

interface OutcomeOf<Asked> {
  readonly follows: Effect
  /** What that means, in one sentence for the reference. */
  readonly means: string
  /** Finds them before the change. Left out where dialogs need not list them. */
  readonly find?: (asked: AskedAbout<Asked>) => Promise<Listed>
}

export type Find<Kind extends ChangeKind> = (asked: Asked<Kind>) => Promise<Listed>

export type Asked<Kind extends ChangeKind> = AskedAbout<ChangeOf<Kind>>

interface AskedAbout<Asked> {
  readonly db: Db
  readonly change: Asked
  /** The entities whose things are named to who asks; others are counted. */
  readonly reach: readonly EntityId[]
  readonly now: number
}

export interface Listed {
  readonly total: number
  /** The first of those in reach. */
  readonly named: readonly { readonly id: string; readonly name: string }[]
}

/** A change under way. */
export type Made<Kind extends ChangeKind> = MadeBy<ChangeOf<Kind> & FactsOf<Kind>>

interface MadeBy<Known> {
  readonly change: Known
  /** What happened, for those whose things it affects. */
  readonly reason: Sentence
  /** How a mail about things that end begins and what it advises. Left out where none end. */
  readonly letter?: { readonly subject: Sentence; readonly advice: Sentence }
  /** Without a `userId`: the portal. */
  readonly caller: { readonly userId: UserId | undefined; readonly reach: readonly EntityId[] }
  readonly now: number
}

/** What an operation knows about a change and a dialog does not. */
interface Facts {
  readonly 'place-changed': PlaceFacts
  readonly 'place-deleted': PlaceFacts
  readonly 'source-moved': SourceFacts
  readonly 'person-demoted': PeopleFacts
  readonly 'person-moved': PeopleFacts
}

export interface SourceFacts {
  /** The unit, which is there already, and the name that the source has there. */
  readonly to: { readonly dataId: DataId; readonly source: SourceName }
}

export interface PeopleFacts {
  /** What they were. */
  readonly before: readonly { readonly id: UserId; readonly role: Role; readonly entity: EntityId }[]
}

export interface PlaceFacts {
  readonly entity: EntityId
  /** The readings that change with the places, as `fieldOfPlace` names them. */
  readonly fields: readonly string[]
  /** Of the trips and stops, only those with one of these names get another one. Left out: any of them may. */
  readonly names?: readonly string[]
}

type FactsOf<Kind extends ChangeKind> = Kind extends keyof Facts ? Facts[Kind] : unknown

export interface Applied {
  readonly notices?: readonly Notice[]
  /** To be called after the commit. */
  readonly publish?: () => void
}

/** What one person is told about one thing. */
export interface Notice extends Required<Recipient> {
  readonly about: About | AboutAdded
  /** A sentence about the thing, such as `The alert “Too warm” ended.` One of an extension is written for the reader. */
  readonly text: Sentence | string
}

/** Parts of a mail, in their order: each lists its things and says what the reader can do about them. */
export const ABOUT = ['handed-over', 'given-back', 'ended', 'no-longer-followed'] as const
export type About = (typeof ABOUT)[number]

/** A part of a mail that an extension adds, in sentences of its own. */
export interface AboutAdded {
  readonly subject: string
  /** What the reader can do. */
  readonly advice: string
  /** The tab of Settings that lists the things. */
  readonly tab: string
  /** The things came to an end: where a change has its own words for that, they are used. */
  readonly isEnd?: true
}

/** Carries out what follows from a change, in its transaction. Returns what to publish after the commit. */
export type FollowChange = <Kind extends ChangeKind>(tx: Db, made: Made<Kind>) => Promise<() => void>

/** One of the outcomes of a cell. */
export function outcome<Kind extends ChangeKind>(
  follows: Effect,
  means: string,
  find?: Find<Kind>,
): OutcomeOf<ChangeOf<Kind>> {
  return { follows, means, ...(find && { find }) }
}

/** A cell with one outcome. */
export function only<Kind extends ChangeKind>(
  follows: Effect,
  means: string,
  find?: Find<Kind>,
): { readonly outcomes: readonly OutcomeOf<ChangeOf<Kind>>[] } {
  return { outcomes: [outcome(follows, means, find)] }
}

/** Cells of things that a change does not concern, with the reason. */
export function unaffected<const Kind extends ChangeKind>(
  why: string,
  ...kinds: readonly (Kind | readonly Kind[])[]
): { readonly [One in Kind]: Unaffected } {
  const cells = kinds.flat().map((kind) => [kind, { unaffected: why }] as const)
  return Object.fromEntries(cells) as { readonly [One in Kind]: Unaffected }
}

export const OF_PEOPLE = [
  'person-demoted',
  'person-moved',
  'person-disabled',
  'person-enabled',
  'person-deleted',
] as const satisfies readonly ChangeKind[]

export const OF_PEOPLE_WHO_STAY = [
  'person-demoted',
  'person-moved',
  'person-disabled',
  'person-enabled',
] as const satisfies readonly ChangeKind[]

export const OF_ENTITIES_THAT_STAY = ['entity-disabled', 'entity-enabled'] as const satisfies readonly ChangeKind[]

/** Changes of units that exist afterwards. */
export const OF_UNITS_THAT_STAY = [
  'unit-moved',
  'unit-shared',
  'unit-deactivated',
  'data-id-changed',
  'template-changed',
] as const satisfies readonly ChangeKind[]

export const OF_UNITS = [...OF_UNITS_THAT_STAY, 'unit-deleted'] as const satisfies readonly ChangeKind[]

export const OF_SOURCES = ['source-deleted', 'source-moved'] as const satisfies readonly ChangeKind[]

/** Changes of what a template or a unit shows, and of what judges its records. */
export const OF_SCREENS = [
  'chart-renamed',
  'chart-deleted',
  'event-table-changed',
  'event-table-deleted',
] as const satisfies readonly ChangeKind[]

export const OF_PLACES = ['place-changed', 'place-deleted'] as const satisfies readonly ChangeKind[]

/** Changes of what units record and show, and of what watches it. */
export const OF_CONTENT = [
  ...OF_SOURCES,
  ...OF_SCREENS,
  'alert-deleted',
  ...OF_PLACES,
] as const satisfies readonly ChangeKind[]

/** Changes of what people may see. */
export const OF_RIGHTS = [...OF_PEOPLE, ...OF_ENTITIES_THAT_STAY] as const satisfies readonly ChangeKind[]

/** Everything but what happens to people and entities. */
export const OF_THINGS = [...OF_UNITS, ...OF_CONTENT] as const satisfies readonly ChangeKind[]
