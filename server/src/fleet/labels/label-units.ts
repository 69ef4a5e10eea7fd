import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { DataId, EntityId, LabelId } from '@fieldwatch/contract/api/ids'
import { MOST_LABELS_A_UNIT } from '@fieldwatch/contract/units/label-limits'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { requireAdmin } from '#people/access/access-policy.ts'
import { type AuditEntry, createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createLabelStore, type LabelOnUnit } from './label-store.ts'

type Dependencies = Pick<Platform, 'db' | 'bus' | 'clock'>

/** Which labels are put on which units, and which are taken off. */
interface Labelling {
  readonly dataIds: readonly DataId[]
  readonly add: readonly LabelId[]
  readonly remove: readonly LabelId[]
}

/**
 * Puts labels on units and takes others off, on all of the units or on none. Labels are what an entity calls a unit, so a unit that
 * belongs to other entities too can have them.
 * @returns the units that have other labels than before
 * @throws DomainError access/forbidden, unit/not-found, label/not-found, label/too-many-on-unit
 */
export async function labelUnits(
  { db, bus, clock }: Dependencies,
  caller: Caller,
  { dataIds: given, add, remove }: Labelling,
): Promise<readonly DataId[]> {
  requireAdmin(caller)
  const dataIds = [...new Set(given)]
  const changed = await db.transaction().execute(async (tx) => {
    const labelling = { dataIds, add, remove }
    const done = await labelWithin(tx, { caller, at: clock() }, labelling)
    if (done.missing.size > 0) throw new DomainError('unit/not-found')
    if (done.full.size > 0) throw new DomainError('label/too-many-on-unit')
    return done.changed
  })
  for (const dataId of changed) bus.publish('unit-changed', { dataId })
  return [...changed]
}

interface Labelled {
  readonly changed: ReadonlySet<DataId>
  /** Those out of reach. */
  readonly missing: ReadonlySet<DataId>
  /** Those that would have too many, and stay as they were. */
  readonly full: ReadonlySet<DataId>
}

/**
 * As `labelUnits`, within a transaction and for each unit separately: publish the changed ones after the commit.
 * @throws DomainError label/not-found
 */
export async function labelWithin(
  tx: Db,
  { caller: { reach, userId }, at }: LabelAsker,
  { dataIds, add, remove }: Labelling,
): Promise<Labelled> {
  const labels = createLabelStore(tx)
  const named = [...new Set([...add, ...remove])]
  if ((await labels.holdInReach(named, reach)).size < named.length) throw new DomainError('label/not-found')
  const units = createUnitStore(tx)
  await units.lock(...dataIds)
  const there = await units.listInReach(dataIds, reach)
  const before = await labels.listOn([...there], reach)
  await labels.takeOff(pairsOf(there, remove))
  await labels.putOn(pairsOf(there, add))
  const full = fullOf(await labels.listOn([...there], reach))
  for (const dataId of full) {
    await labels.takeOff(pairsOf([dataId], named))
    await labels.putOn(before.filter((label) => label.dataId === dataId && named.includes(label.labelId)))
  }
  const changes = changesOf(before, await labels.listOn([...there], reach))
  await createAuditStore(tx).recordAll(changes.map((change) => entryOf(change, { at, userId })))
  const changed = new Set(changes.map(({ dataId }) => dataId))
  return { changed, missing: new Set(dataIds).difference(there), full }
}

/** Gives each unit exactly the given labels of those in reach. Lock the units first. */
export async function setLabelsWithin(
  tx: Db,
  { caller: { reach, userId }, at }: LabelAsker,
  wished: ReadonlyMap<DataId, readonly LabelId[]>,
): Promise<void> {
  if (wished.size === 0) return
  const labels = createLabelStore(tx)
  const dataIds = [...wished.keys()]
  const before = await labels.listOn(dataIds, reach)
  const others = before.filter(({ dataId, labelId }) => wished.get(dataId)?.includes(labelId) !== true)
  await labels.takeOff(others)
  await labels.putOn([...wished].flatMap(([dataId, ids]) => pairsOf([dataId], ids)))
  const changes = changesOf(before, await labels.listOn(dataIds, reach))
  await createAuditStore(tx).recordAll(changes.map((change) => entryOf(change, { at, userId })))
}

interface LabelAsker {
  readonly caller: Pick<Caller, 'userId' | 'reach'>
  readonly at: number
}

function fullOf(labels: readonly LabelOnUnit[]): ReadonlySet<DataId> {
  const crowded = byUnitAndEntity(labels)
    .values()
    .filter((those) => those.length > MOST_LABELS_A_UNIT)
  return new Set(crowded.flatMap((those) => those.slice(0, 1).map(({ dataId }) => dataId)))
}

/** The labels of one entity on one unit, before and after. */
interface LabelChange {
  readonly dataId: DataId
  readonly entity: EntityId
  readonly before: readonly string[]
  readonly after: readonly string[]
}

function changesOf(before: readonly LabelOnUnit[], after: readonly LabelOnUnit[]): LabelChange[] {
  const [old, fresh] = [byUnitAndEntity(before), byUnitAndEntity(after)]
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key) => {
    const [were, are] = [old.get(key) ?? [], fresh.get(key) ?? []]
    const [first] = [...were, ...are]
    const isSame = were.length === are.length && were.every(({ labelId }, place) => labelId === are[place]?.labelId)
    if (first === undefined || isSame) return []
    const { dataId, entity } = first
    return [{ dataId, entity, before: were.map(({ name }) => name), after: are.map(({ name }) => name) }]
  })
}

function byUnitAndEntity(labels: readonly LabelOnUnit[]): Map<string, LabelOnUnit[]> {
  return Map.groupBy(labels, ({ dataId, entity }) => `${dataId} ${entity}`)
}

/** The entry belongs to the entity whose labels they are: other entities of the unit do not see them. */
function entryOf({ dataId, entity, before, after }: LabelChange, by: Pick<AuditEntry, 'at' | 'userId'>): AuditEntry {
  return {
    ...by,
    entityId: entity,
    action: 'label unit',
    subjectKind: 'unit labels',
    subjectId: dataId,
    before: { labels: before },
    after: { labels: after },
  }
}

function pairsOf(dataIds: Iterable<DataId>, labels: readonly LabelId[]) {
  return [...dataIds].flatMap((dataId) => labels.map((labelId) => ({ dataId, labelId })))
}
