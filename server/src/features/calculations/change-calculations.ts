import type { Calculation, CalculationDraft } from '@fieldwatch/contract/calculations/calculations'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { type AuditedChange, createAuditStore } from '#platform/audit/audit-store.ts'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import type { Db } from '#platform/database/database.ts'
import { createEventStore, EVENTS } from '#features/events/event-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireMayRead } from '#records/store/source-policy.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import { requireMayEditUnit } from '#fleet/units/require-may-edit-unit.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import {
  dependenciesOf,
  requireComputable,
  requireMayAdd,
  requireUnused,
  type UnitSources,
} from './calculation-policy.ts'
import {
  type CalculationRule,
  CALCULATIONS,
  createCalculationStore,
  type StoredCalculation,
} from './calculation-store.ts'
import { describeCalculations } from './describe-calculations.ts'
import { findDependents } from './find-circle.ts'
import { toSourceChange } from './source-change.ts'

export interface ChangeParts extends Pick<Platform, 'db' | 'bus' | 'clock'> {
  readonly followChange: FollowChange
}

interface Unit extends UnitSources {
  readonly calculations: readonly StoredCalculation[]
}

interface Work {
  readonly tx: Db
  readonly store: ReturnType<typeof createCalculationStore>
  readonly unit: Unit
  readonly unitName: string
  readonly now: number
}

/** The unit of a calculated source, and the version of the source that a change was made from. */
interface SeenCalculation {
  readonly dataId: DataId
  readonly seen: number | undefined
}

/**
 * Adds a calculated source to a unit.
 * @throws DomainError access/forbidden, unit/not-found, and as `requireMayAdd`
 */
export async function createCalculation(
  parts: ChangeParts,
  caller: Caller,
  dataId: DataId,
  draft: CalculationDraft,
): Promise<Calculation> {
  requireMayRead(caller, ...draft.values.map(({ source }) => source))
  const rule = ruleOf(draft)
  await change(parts, caller, { dataId, name: draft.name }, async ({ store, unit, now }) => {
    requireMayAdd(draft, unit)
    await store.create(dataId, draft.name, rule, now)
    return { action: 'create calculated source', after: rule }
  })
  return get(parts.db, dataId, draft.name)
}

/**
 * Changes the calculated source of that name. What was computed is thrown away, with what is computed from it, and computed again.
 * @throws DomainError access/forbidden, unit/not-found, calculation/not-found, calculation/changed, and as `requireComputable`
 */
export async function updateCalculation(
  parts: ChangeParts,
  caller: Caller,
  { dataId, seen }: SeenCalculation,
  draft: CalculationDraft,
): Promise<Calculation> {
  requireMayRead(caller, ...draft.values.map(({ source }) => source))
  const rule = ruleOf(draft)
  await change(parts, caller, { dataId, name: draft.name }, async ({ tx, store, unit, now }) => {
    const before = getNamed(unit, draft.name)
    const thing = { kind: 'calculation', id: before.id } as const
    await requireSeen(tx, caller, thing, seen)
    requireComputable(draft, unit)
    await store.restart(before, rule, now)
    await createVersionStore(tx).raise(thing, { by: caller.userId, at: now })
    const dependents = findDependents(draft.name, dependenciesOf(unit.calculations)).map((name) => getNamed(unit, name))
    for (const dependent of dependents) await store.restart(dependent, dependent, now)
    const thrownAway = [before, ...dependents].map(({ name }) => name)
    await createEventStore(tx).restartReading(dataId, thrownAway)
    return { action: 'change calculated source', before: ruleOf(before), after: rule }
  })
  return get(parts.db, dataId, draft.name)
}

/**
 * Removes a calculated source with all of its records, and ends what depends on it.
 * @throws DomainError unit/not-found, calculation/not-found, calculation/in-use
 */
export async function removeCalculation(
  parts: ChangeParts,
  caller: Caller,
  { dataId, name }: { readonly dataId: DataId; readonly name: SourceName },
): Promise<void> {
  let publish = (): void => undefined
  await change(parts, caller, { dataId, name }, async ({ tx, store, unit, unitName, now }) => {
    const before = getNamed(unit, name)
    requireUnused(name, unit)
    publish = await parts.followChange(tx, toSourceChange({ dataId, source: name, unitName }, { caller, now }))
    await store.remove(before, now)
    return { action: 'remove calculated source', before: ruleOf(before) }
  })
  publish()
}

/** Makes a user's change to a unit in reach, with its entry in the audit log, and wakes the consumer. */
async function change(
  { db, bus, clock }: ChangeParts,
  caller: Caller,
  { dataId, name }: { readonly dataId: DataId; readonly name: SourceName },
  make: (work: Work) => Promise<Omit<AuditedChange, 'at'>>,
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const { entities, friendlyName: unitName } = await createUnitStore(tx).getDocument(dataId, caller.reach)
    await requireMayEditUnit(tx, caller, dataId)
    const store = createCalculationStore(tx)
    await store.lockUnit(dataId)
    const sources = await createSourceStore(tx).list(dataId, caller)
    const made = await make({ tx, store, unit: { sources, calculations: await store.list(dataId) }, unitName, now })
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'calculated source', id: `${dataId}/${name}`, entity: entities[0] },
      { at: now, ...made },
    )
  })
  bus.publish('unit-access-changed', { dataId, connectionsEnd: false })
  for (const consumer of [CALCULATIONS, EVENTS]) bus.publish('followers-changed', { consumer })
}

function getNamed({ calculations }: Unit, name: string): StoredCalculation {
  const found = calculations.find((calculation) => calculation.name === name)
  if (found === undefined) throw new DomainError('calculation/not-found')
  return found
}

function ruleOf({ equation, unit, values, ...rest }: CalculationDraft | StoredCalculation): CalculationRule {
  return { equation, unit, startAt: 'startDate' in rest ? rest.startDate : rest.startAt, values }
}

async function get(db: Db, dataId: DataId, name: SourceName): Promise<Calculation> {
  const all = describeCalculations(await createCalculationStore(db).list(dataId))
  const found = all.find((calculation) => calculation.name === name)
  if (found === undefined) throw new DomainError('calculation/not-found')
  return found
}
