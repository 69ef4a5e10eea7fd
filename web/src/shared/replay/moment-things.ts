import type { StateAlert, StateConfiguration, StateOccurrence, StateRequest } from '@fieldwatch/contract/replay/state'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { UnitNote } from '#platform/extensions/unit-notes.ts'
import type { Snapshot } from '#shared/moment/snapshot.ts'

/** Something of a unit. */
interface Of<T> {
  readonly dataId: DataId
  readonly thing: T
}

/** What was going on at a moment, besides values: of all units that the page shows. */
export interface MomentThings {
  readonly alerts: readonly Of<StateAlert>[]
  readonly occurrences: readonly Of<StateOccurrence>[]
  readonly requests: readonly Of<StateRequest>[]
  readonly configurations: readonly Of<StateConfiguration>[]
  readonly notes: readonly Of<UnitNote>[]
}

export const THING_KINDS = ['alerts', 'occurrences', 'requests', 'configurations', 'notes'] as const
export type ThingKind = (typeof THING_KINDS)[number]

/** What a snapshot says of the units, the newest first, and the notes up to the moment of those that were known. */
export function thingsAt({ at, known, units }: Snapshot, notes: readonly UnitNote[]): MomentThings {
  const all = [...units.values()]
  const list = <T>(of: (unit: (typeof all)[number]) => readonly T[], timeOf: (thing: T) => string): Of<T>[] =>
    all
      .flatMap((unit) => of(unit).map((thing) => ({ dataId: unit.dataID, thing })))
      .toSorted((one, other) => Date.parse(timeOf(other.thing)) - Date.parse(timeOf(one.thing)))
  const isKnown = (note: UnitNote): boolean =>
    Date.parse(note.startUTC) <= at && (known === 'now' || Date.parse(note.createdUTC) <= at)
  return {
    alerts: list(
      ({ alerts }) => alerts,
      ({ sinceUTC }) => sinceUTC,
    ),
    occurrences: list(
      ({ occurrences }) => occurrences,
      ({ startUTC }) => startUTC,
    ),
    requests: list(
      ({ requests }) => requests,
      ({ createdUTC }) => createdUTC,
    ),
    configurations: list(
      ({ configurations }) => configurations,
      ({ atUTC }) => atUTC,
    ),
    notes: notes
      .filter((note) => units.has(note.dataID) && isKnown(note))
      .map((note) => ({ dataId: note.dataID, thing: note }))
      .toSorted((one, other) => Date.parse(other.thing.startUTC) - Date.parse(one.thing.startUTC)),
  }
}
