import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import type { DataId, LabelId } from '@fieldwatch/contract/api/ids'
import type { UnitImportOptions } from '@fieldwatch/contract/units/unit-imports'
import { type AuditEntry, createAuditStore } from '#platform/audit/audit-store.ts'
import type { Random } from '#platform/random/random.ts'
import { setLabelsWithin } from '#fleet/labels/label-units.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { hashUnitToken } from '#fleet/units/unit-token.ts'
import { followUnits } from '#fleet/units/follow-units.ts'
import type { Applying } from './apply-change.ts'
import { createFleetReader } from './known-fleet.ts'
import { planUnit, type UnitPlan } from './plan-unit.ts'
import { createUnitBatchStore, type NewUnits } from './unit-batch-store.ts'
import type { DoneItem, OpenItem } from './unit-job-store.ts'
import { ownOf, statesOf } from './unit-wish.ts'

interface Planned {
  readonly item: OpenItem
  readonly plan: UnitPlan
  /** What a new unit has until its token is made: the digest of a secret that is kept nowhere. */
  readonly tokenHash: Buffer
}

/** Adds and changes some units of an import. One that cannot be taken does not keep others from it. */
export async function applyImport(
  applying: Applying & { readonly random: Random },
  options: UnitImportOptions,
  items: readonly OpenItem[],
): Promise<DoneItem[]> {
  const { tx, actor, random, now, merged, afterwards, followChange } = applying
  const store = createUnitBatchStore(tx)
  const dataIds = items.map(({ dataId }) => dataId)
  await createUnitStore(tx).lock(...dataIds)
  const known = await createFleetReader(tx, actor, options)(dataIds)
  const planned = items.flatMap((item): Planned[] =>
    item.row === undefined
      ? []
      : [{ item, plan: planUnit(item.row, known), tokenHash: hashUnitToken(random.secret()) }],
  )
  const changed = planned.flatMap(({ plan }) => (plan.kind === 'updated' ? [plan] : []))
  const changedOwn = changed.filter(({ difference }) => Object.keys(ownOf(difference)).length > 0)
  afterwards(await followUnits(followChange, tx, changed, { caller: actor, now }))
  await store.change(changedOwn, actor.reach, { by: actor.userId, now })
  const created = await store.create(newOf(planned), now)
  await label(applying, planned, created)
  await retain(applying, changed)
  for (const { unit, difference } of changed) merged.add(unit, difference)
  for (const { plan } of planned) if (plan.kind === 'created' && created.has(plan.unit.dataId)) merged.addNew(plan.unit)
  await audit(applying, planned, created)
  return planned.map((one) => doneOf(one, created))
}

function newOf(planned: readonly Planned[]): NewUnits[] {
  return planned.flatMap(({ plan, tokenHash }) => (plan.kind === 'created' ? [{ unit: plan.unit, tokenHash }] : []))
}

function doneOf({ item: { place, dataId }, plan, tokenHash }: Planned, created: ReadonlySet<string>): DoneItem {
  switch (plan.kind) {
    case 'created':
      return created.has(dataId)
        ? { place, result: 'created', tokenHash }
        : // Another request took the dataID a moment ago.
          { place, result: 'refused', message: sentenceOfCode('unit/id-unavailable') }
    case 'refused':
      return { place, result: 'refused', message: plan.problems.join('\n') }
    case 'unchanged':
      return { place, result: 'unchanged', message: plan.remark }
    default:
      return { place, result: 'updated' }
  }
}

/** Adds the labels of the lines, and removes others. */
async function label(
  { tx, actor, now }: Applying,
  planned: readonly Planned[],
  created: ReadonlySet<string>,
): Promise<void> {
  const wished = planned.flatMap(({ item: { dataId }, plan }): [DataId, readonly LabelId[]][] => {
    const labels =
      plan.kind === 'updated'
        ? plan.difference.labels
        : plan.kind === 'created' && created.has(dataId)
          ? plan.unit.labels
          : undefined
    return labels === undefined ? [] : [[dataId, labels]]
  })
  await setLabelsWithin(tx, { caller: actor, at: now }, new Map(wished))
}

/** Only for units that were there: a new one is created with its retention. */
async function retain(
  { tx, actor, now, jobId, retainMany }: Applying,
  changed: readonly Extract<UnitPlan, { kind: 'updated' }>[],
): Promise<void> {
  const wished = changed.flatMap(({ unit, difference: { retention } }) =>
    retention === undefined ? [] : [{ unit, retention }],
  )
  const alike = Map.groupBy(wished, ({ retention: { rawDays, summaryDays } }) => `${rawDays} ${summaryDays}`)
  for (const some of alike.values()) {
    const [first] = some
    if (first === undefined) continue
    const units = new Map(some.map(({ unit }) => [unit.dataID, unit]))
    await retainMany(tx, { actor, now, jobId }, { kind: 'retention', ...first.retention, units })
  }
}

async function audit(
  { tx, actor, jobId, now }: Applying,
  planned: readonly Planned[],
  created: ReadonlySet<string>,
): Promise<void> {
  const entries = planned.flatMap(({ item: { dataId }, plan }): AuditEntry[] => {
    const about = { at: now, userId: actor.userId, subjectKind: 'unit', subjectId: dataId }
    if (plan.kind === 'created' && created.has(dataId)) {
      const { dataId: _id, labels: _labels, ...after } = plan.unit
      return [{ ...about, entityId: plan.unit.entities[0], action: 'create unit', after: { ...after, jobID: jobId } }]
    }
    if (plan.kind !== 'updated') return []
    const { before, after } = statesOf(plan.unit, plan.difference)
    // Labels and retention have entries of their own.
    if (Object.keys(after).length === 0) return []
    const [entityId] = plan.unit.entities
    return [{ ...about, entityId, action: 'import unit', before, after: { ...after, jobID: jobId } }]
  })
  await createAuditStore(tx).recordAll(entries)
}
