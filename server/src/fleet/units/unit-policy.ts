import type { ErrorCode } from '@fieldwatch/contract/api/errors'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import {
  type DataDocument,
  PAUSE_MARKER,
  type PausedDataChange,
  sharedUnitText,
} from '@fieldwatch/contract/units/units'
import { requireAdmin, requireReach } from '#people/access/access-policy.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'

type Judged = Pick<Caller, 'role' | 'reach'>

/**
 * Whether a caller may give a unit, new or not, to these entities.
 * @throws DomainError access/forbidden; entity/not-found for an entity out of reach
 */
export function requireMayGiveUnit(caller: Judged, entities: readonly EntityId[]): void {
  requireAdmin(caller)
  requireReach(caller, ...entities)
}

type PauseChange = Pick<PausedDataChange, 'pause' | 'resume' | 'pausedData'>

/**
 * Both roles pause and resume the sensor by its marker, also on a unit that entities out of reach have. Other collections are for admins.
 * @throws DomainError access/forbidden
 */
export function requireMayPause(caller: Judged, change: PauseChange): void {
  if (!isOfMarker(change)) requireAdmin(caller)
}

/** Whether a change sets or removes the marker of the sensor panel and nothing else. */
export function isOfMarker({ pause = [], resume = [], pausedData }: PauseChange): boolean {
  return pausedData === undefined && [...pause, ...resume].every((name) => name === PAUSE_MARKER)
}

/**
 * Whether a caller may decide what concerns a unit as a whole, such as whether it may send, its token, whose it is, its
 * template and how long its records are kept.
 * @throws DomainError access/forbidden, unit/shared
 */
export function requireMayDecide(caller: Pick<Judged, 'role'>, unit: Shared): void {
  requireAdmin(caller)
  requireUnshared(unit)
}

type Shared = Pick<DataDocument, 'sharedWith'>

/** @throws DomainError unit/shared for a unit that entities out of reach also have, according to its document */
export function requireUnshared({ sharedWith = [] }: Shared): void {
  if (sharedWith.length === 0) return
  throw new DomainError('unit/shared', { message: sharedUnitText(sharedWith), details: { entities: sharedWith } })
}

/** Words that routes use in the place of a dataID: `GET devices/all`, `stream/live?devices=viewing`, `POST ingest/any`. */
const RESERVED: ReadonlySet<string> = new Set(['all', 'any', 'viewing', 'paused-data', 'silence'])

/** Why a new unit cannot have a dataID. `taken` says whether a unit in reach has it, or another. */
export function refuseDataId(dataId: string, taken: 'in-reach' | 'elsewhere' | 'no'): ErrorCode | undefined {
  if (taken === 'in-reach') return 'unit/exists'
  // A unit of another entity and a reserved word get one answer, so that no one learns which units exist.
  return taken === 'elsewhere' || RESERVED.has(dataId.toLowerCase()) ? 'unit/id-unavailable' : undefined
}
