import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import type { DataId, EntityId, LabelId } from '@fieldwatch/contract/api/ids'
import { MOST_LABELS_A_UNIT } from '@fieldwatch/contract/units/label-limits'
import type { UnitImportOptions, UnitRow } from '@fieldwatch/contract/units/unit-imports'
import { isDomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { refuseDataId } from '#fleet/units/unit-policy.ts'
import type { EntityNames, LabelNames, TemplateNames } from './import-names.ts'
import { differenceOf, type KnownUnit, requireMayRetain, requireMayWish, type UnitWish } from './unit-wish.ts'

/** What a line is compared with. */
export interface KnownFleet {
  readonly caller: Pick<Caller, 'role' | 'token'>
  readonly options: UnitImportOptions
  readonly entities: EntityNames
  readonly templates: TemplateNames
  readonly labels: LabelNames
  /** The units of the lines that are in reach. */
  readonly units: ReadonlyMap<string, KnownUnit>
  /** The dataIDs that units out of reach have. */
  readonly elsewhere: ReadonlySet<string>
}

export type UnitPlan =
  | { readonly kind: 'created'; readonly unit: NewUnitWish }
  | { readonly kind: 'updated'; readonly unit: KnownUnit; readonly difference: UnitWish }
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
  try {
    return unit === undefined ? planNew(row, wish, known) : planChange(unit, wish, known)
  } catch (error) {
    if (!isDomainError(error)) throw error
    return { kind: 'refused', problems: [error.sentence] }
  }
}

/** @throws DomainError access/forbidden, access/not-for-programs, unit/shared */
function planChange(unit: KnownUnit, wish: UnitWish, { caller, options }: KnownFleet): UnitPlan {
  if (options.existing === 'keep') return { kind: 'unchanged', remark: KEPT }
  const difference = differenceOf(unit, wish)
  if (difference === undefined) return { kind: 'unchanged', remark: '' }
  requireMayWish(caller, unit, difference)
  return { kind: 'updated', unit, difference }
}

export const KEPT = 'answers.unit-kept'

/** @throws DomainError access/not-for-programs */
function planNew(row: UnitRow, wish: UnitWish, { caller, elsewhere, entities, options }: KnownFleet): UnitPlan {
  const code = refuseDataId(row.dataID, elsewhere.has(row.dataID) ? 'elsewhere' : 'no')
  if (code !== undefined) return { kind: 'refused', problems: [sentenceOfCode(code)] }
  const { friendlyName } = wish
  if (friendlyName === undefined) return { kind: 'refused', problems: ['answers.unit-name'] }
  requireMayRetain(caller, wish)
  const own = entities(options.entity)
  if (wish.entities === undefined && 'problem' in own) return { kind: 'refused', problems: [own.problem] }
  return {
    kind: 'created',
    unit: { ...wish, dataId: row.dataID, friendlyName, entities: wish.entities ?? [options.entity] },
  }
}

/** The most problems that are shown of one line: a file has thousands of lines. */
const PROBLEMS_SHOWN = 3

function wishOf(
  { dataID, entities, template, labels, rawDays, summaryDays, ...rest }: UnitRow,
  known: KnownFleet,
): { wish: UnitWish; problems: string[] } {
  const problems: string[] = []
  const take = <Id>(found: { readonly id: Id } | { readonly problem: string }): Id[] => {
    if ('id' in found) return [found.id]
    if (problems.length < PROBLEMS_SHOWN) problems.push(found.problem)
    return []
  }
  const each = <Id>(names: readonly string[], find: (name: string) => Parameters<typeof take<Id>>[0]): Id[] => [
    ...new Set([...new Set(names)].flatMap((name) => take(find(name)))),
  ]
  const owners = entities && each(entities, known.entities)
  const shown = template === undefined ? [] : take(known.templates(template))
  const of = owners ?? known.units.get(dataID)?.entities ?? [known.options.entity]
  const marks = labels && each(labels, (name) => known.labels.find(name, of))
  if (marks !== undefined && hasTooMany(marks, known.labels)) problems.push(sentenceOfCode('label/too-many-on-unit'))
  const wish = {
    ...rest,
    ...(owners && { entities: owners }),
    ...(shown[0] === undefined ? {} : { defaultTemplate: shown[0] }),
    ...(marks && { labels: marks }),
    ...(rawDays === undefined || summaryDays === undefined ? {} : { retention: { rawDays, summaryDays } }),
  }
  return { wish, problems }
}

function hasTooMany(labels: readonly LabelId[], { entityOf }: LabelNames): boolean {
  const byEntity = Map.groupBy(labels, entityOf)
  return byEntity.values().some((those) => those.length > MOST_LABELS_A_UNIT)
}
