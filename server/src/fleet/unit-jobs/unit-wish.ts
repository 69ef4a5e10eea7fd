import type { EntityId, LabelId, TemplateId } from '@fieldwatch/contract/api/ids'
import { type Retention, setRetention } from '@fieldwatch/contract/units/retention'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { Caller } from '#platform/http/caller.ts'
import { requireScope } from '#platform/http/require-scope.ts'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'

/** What a unit is to be; what is left out stays. */
export interface UnitWish {
  readonly friendlyName?: string | undefined
  readonly description?: string | undefined
  readonly size?: string | undefined
  readonly service?: string | undefined
  readonly active?: boolean | undefined
  readonly defaultTemplate?: TemplateId | null | undefined
  readonly entities?: readonly EntityId[] | undefined
  /** All of those in reach. */
  readonly labels?: readonly LabelId[] | undefined
  /** The retention of all its sources, those to come too. */
  readonly retention?: Retention | undefined
}

/** A unit as a wish is compared with it. */
export interface KnownUnit extends DataDocument {
  /** What all its sources have; undefined where they differ. */
  readonly retention?: Retention | undefined
}

/** Anyone who has a unit in reach may say these; the others concern it as a whole. */
const OF_EVERYBODY: readonly string[] = ['friendlyName', 'description', 'labels'] satisfies (keyof UnitWish)[]

/** The part of a wish in which the unit is otherwise now; undefined when it is as wished already. */
export function differenceOf(unit: KnownUnit, wish: UnitWish): UnitWish | undefined {
  const entries = Object.entries(wish).filter(
    ([name, wanted]) => wanted !== undefined && !isAsWished(unit, name, wanted),
  )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function isAsWished(unit: KnownUnit, name: string, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    const has = new Set<unknown>(name === 'labels' ? unit.labels : unit.entities)
    return has.symmetricDifference(new Set(wanted)).size === 0
  }
  if (name === 'retention') return isSameRetention(unit.retention, wanted as Retention)
  return unit[name as keyof DataDocument] === wanted
}

function isSameRetention(has: Retention | undefined, wanted: Retention): boolean {
  return has?.rawDays === wanted.rawDays && has.summaryDays === wanted.summaryDays
}

type Wisher = Pick<Caller, 'role' | 'token'>

/** @throws DomainError access/forbidden, access/not-for-programs, unit/shared */
export function requireMayWish(caller: Wisher, unit: DataDocument, difference: UnitWish): void {
  requireMayRetain(caller, difference)
  if (Object.keys(difference).every((name) => OF_EVERYBODY.includes(name))) return
  requireMayDecide(caller, unit)
}

/** @throws DomainError access/not-for-programs for a program's token, which may not set retention */
export function requireMayRetain({ token }: Wisher, { retention }: UnitWish): void {
  if (retention !== undefined) requireScope(token, setRetention)
}

/** What the audit log says of a unit before and after. Labels and retention have entries of their own. */
export function statesOf(unit: DataDocument, difference: UnitWish): { before: object; after: object } {
  const after = ownOf(difference)
  const names = Object.keys(after) as (keyof typeof after)[]
  return { before: Object.fromEntries(names.map((name) => [name, unit[name]])), after }
}

/** What is kept with the unit itself. */
export function ownOf({
  labels: _labels,
  retention: _retention,
  ...own
}: UnitWish): Omit<UnitWish, 'labels' | 'retention'> {
  return own
}
