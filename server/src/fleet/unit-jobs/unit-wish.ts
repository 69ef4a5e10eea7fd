import type { EntityId, TemplateId } from '@fieldwatch/contract/ids'
import type { DataDocument } from '@fieldwatch/contract/units'
import type { Caller } from '#platform/http/caller.ts'
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
}

/** Anybody who has a unit in reach may say these; the others concern it as a whole. */
const OF_EVERYBODY: readonly string[] = ['friendlyName', 'description'] satisfies (keyof UnitWish)[]

/** The part of a wish in which the unit is otherwise now; undefined when it is as wished already. */
export function differenceOf(unit: DataDocument, wish: UnitWish): UnitWish | undefined {
  const entries = Object.entries(wish).filter(
    ([name, wanted]) => wanted !== undefined && !isAsWished(unit, name, wanted),
  )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function isAsWished(unit: DataDocument, name: string, wanted: unknown): boolean {
  if (name === 'entities' && Array.isArray(wanted)) {
    return new Set(wanted).size === unit.entities.length && unit.entities.every((entity) => wanted.includes(entity))
  }
  return unit[name as keyof DataDocument] === wanted
}

/** @throws DomainError access/forbidden, unit/shared */
export function requireMayWish(caller: Pick<Caller, 'role'>, unit: DataDocument, difference: UnitWish): void {
  if (Object.keys(difference).every((name) => OF_EVERYBODY.includes(name))) return
  requireMayDecide(caller, unit)
}

/** What the audit log says of a unit before. */
export function statesOf(unit: DataDocument, difference: UnitWish): { before: unknown; after: unknown } {
  const names = Object.keys(difference) as (keyof UnitWish)[]
  return { before: Object.fromEntries(names.map((name) => [name, unit[name]])), after: difference }
}
