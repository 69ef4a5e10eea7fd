import { ERRORS } from '@fieldwatch/contract/errors'
import type { DataId, EntityId } from '@fieldwatch/contract/ids'
import type { UnitImportOptions, UnitRow } from '@fieldwatch/contract/unit-imports'
import type { DataDocument } from '@fieldwatch/contract/units'
import { isDomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { refuseDataId } from '#fleet/units/unit-policy.ts'
import type { EntityNames, TemplateNames } from './import-names.ts'
import { differenceOf, requireMayWish, type UnitWish } from './unit-wish.ts'

/** What a line is compared with. */
export interface KnownFleet {
  readonly caller: Pick<Caller, 'role'>
  readonly options: UnitImportOptions
  readonly entities: EntityNames
  readonly templates: TemplateNames
  /** The units of the lines that are in reach. */
  readonly units: ReadonlyMap<string, DataDocument>
  /** The dataIDs that units out of reach have. */
  readonly elsewhere: ReadonlySet<string>
}

export type UnitPlan =
  | { readonly kind: 'created'; readonly unit: NewUnitWish }
  | { readonly kind: 'updated'; readonly unit: DataDocument; readonly difference: UnitWish }
  | { readonly kind: 'unchanged'; readonly remark: string }
  | { readonly kind: 'refused'; readonly problems: readonly string[] }

/** A unit that is not there yet. */
export interface NewUnitWish extends UnitWish {
  readonly dataId: DataId
  readonly friendlyName: string
  readonly entities: readonly EntityId[]
}

/** Decides what becomes of a line. */
export function planUnit(row: UnitRow, known: KnownFleet): UnitPlan {
  const { wish, problems } = wishOf(row, known)
  if (problems.length > 0) return { kind: 'refused', problems }
  const unit = known.units.get(row.dataID)
  if (unit === undefined) return planNew(row, wish, known)
  if (known.options.existing === 'keep') return { kind: 'unchanged', remark: KEPT }
  const difference = differenceOf(unit, wish)
  if (difference === undefined) return { kind: 'unchanged', remark: '' }
  try {
    requireMayWish(known.caller, unit, difference)
  } catch (error) {
    if (!isDomainError(error)) throw error
    return { kind: 'refused', problems: [error.message] }
  }
  return { kind: 'updated', unit, difference }
}

export const KEPT = 'This unit exists already, and stays as it is.'

function planNew(row: UnitRow, wish: UnitWish, { elsewhere, entities, options }: KnownFleet): UnitPlan {
  const code = refuseDataId(row.dataID, elsewhere.has(row.dataID) ? 'elsewhere' : 'no')
  if (code !== undefined) return { kind: 'refused', problems: [ERRORS[code]] }
  const { friendlyName } = wish
  if (friendlyName === undefined) return { kind: 'refused', problems: ['A new unit needs a name.'] }
  const own = entities(options.entity)
  if (wish.entities === undefined && 'problem' in own) return { kind: 'refused', problems: [own.problem] }
  return {
    kind: 'created',
    unit: { ...wish, dataId: row.dataID, friendlyName, entities: wish.entities ?? [options.entity] },
  }
}

/** Of one line: a file has thousands. */
const PROBLEMS_TOLD = 3

function wishOf(
  { dataID: _id, entities, template, ...rest }: UnitRow,
  known: KnownFleet,
): { wish: UnitWish; problems: string[] } {
  const problems: string[] = []
  const take = <Id>(found: { readonly id: Id } | { readonly problem: string }): Id[] => {
    if ('id' in found) return [found.id]
    if (problems.length < PROBLEMS_TOLD) problems.push(found.problem)
    return []
  }
  const given =
    entities === undefined
      ? {}
      : { entities: [...new Set([...new Set(entities)].flatMap((name) => take(known.entities(name))))] }
  const shown = template === undefined ? [] : take(known.templates(template))
  const wish = { ...rest, ...given, ...(shown[0] === undefined ? {} : { defaultTemplate: shown[0] }) }
  return { wish, problems }
}
