import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import type { AlertId, DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { UnitChange } from '@fieldwatch/contract/units/unit-jobs'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { Actor } from '#people/access/person-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { refusalOf } from '#platform/errors/refusal-of.ts'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import { followUnits } from '#fleet/units/follow-units.ts'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { labelWithin } from '#fleet/labels/label-units.ts'
import { requireChange } from './require-change.ts'
import type { MergedChanges } from './merged-changes.ts'
import { createUnitBatchStore } from './unit-batch-store.ts'
import type { DoneItem, OpenItem } from './unit-job-store.ts'
import { differenceOf, statesOf, type UnitWish } from './unit-wish.ts'

/**
 * Adds units to an alert, and returns those that it did not watch yet.
 * @throws DomainError alert/not-found, access/forbidden, request/invalid
 */
export type WatchToo = (
  tx: Db,
  actor: Actor,
  asked: { readonly alertId: AlertId; readonly dataIds: readonly DataId[] },
) => Promise<{ readonly added: ReadonlySet<string>; readonly tell: () => void }>

/** Sets how long the data of units is kept, also for future sources, and returns the units that changed. */
export type RetainMany = (
  tx: Db,
  by: { readonly actor: Actor; readonly now: number; readonly jobId: number },
  asked: Extract<UnitChange, { kind: 'retention' }> & { readonly units: ReadonlyMap<DataId, DataDocument> },
) => Promise<ReadonlySet<DataId>>

export interface Applying {
  readonly tx: Db
  readonly actor: Actor
  readonly jobId: number
  readonly now: number
  readonly merged: MergedChanges
  readonly watchToo: WatchToo
  readonly retainMany: RetainMany
  readonly followChange: FollowChange
  /** Runs once what was done is committed. */
  readonly afterwards: (tell: () => void) => void
}

/** Makes a change of some units. One that cannot be changed does not keep others from it. */
export async function applyChange(
  applying: Applying,
  change: UnitChange,
  items: readonly OpenItem[],
): Promise<DoneItem[]> {
  const { tx, actor } = applying
  try {
    await requireChange(tx, actor, change)
    const dataIds = items.map(({ dataId }) => dataId)
    await createUnitStore(tx).lock(...dataIds)
    const documents = await createUnitStore(tx).listDocuments(actor.reach, { dataIds })
    const units = new Map(documents.map((unit) => [unit.dataID, unit]))
    switch (change.kind) {
      case 'alert':
        return await watch(applying, change.alertID, { items, units })
      case 'labels':
        return await label(applying, change, { items, units })
      case 'retention':
        return await retain(applying, change, { items, units })
      default:
        return await changeEach(applying, change, { items, units })
    }
  } catch (error) {
    if (!isDomainError(error)) throw error
    return items.map(({ place }) => ({ place, result: 'refused', message: error.sentence }))
  }
}

interface Found {
  readonly items: readonly OpenItem[]
  readonly units: ReadonlyMap<DataId, DataDocument>
}

async function changeEach(applying: Applying, change: WishedChange, { items, units }: Found): Promise<DoneItem[]> {
  const { actor } = applying
  const changed: { unit: DataDocument; difference: UnitWish }[] = []
  const done = items.map(({ place, dataId }): DoneItem => {
    const unit = units.get(dataId)
    const problem = unit === undefined ? sentenceOfCode('unit/not-found') : problemOf(actor, unit)
    if (unit === undefined || problem !== undefined) return { place, result: 'refused', message: problem }
    const wish = wishFor(unit, change)
    if (typeof wish === 'string') return { place, result: 'refused', message: wish }
    const difference = differenceOf(unit, wish)
    if (difference === undefined) return { place, result: 'unchanged' }
    changed.push({ unit, difference })
    return { place, result: 'updated' }
  })
  await writeChanged(applying, changed)
  return done
}

/** Changes units, each with an entry in the audit log. */
export async function writeChanged(
  { tx, actor, jobId, now, merged, afterwards, followChange }: Omit<Applying, 'watchToo' | 'retainMany'>,
  changed: readonly { readonly unit: DataDocument; readonly difference: UnitWish }[],
): Promise<void> {
  afterwards(await followUnits(followChange, tx, changed, { caller: actor, now }))
  await createUnitBatchStore(tx).change(changed, actor.reach, { by: actor.userId, now })
  await createAuditStore(tx).recordAll(
    changed.map(({ unit, difference }) => {
      const { before, after } = statesOf(unit, difference)
      const subject = { entityId: unit.entities[0], subjectKind: 'unit', subjectId: unit.dataID }
      const states = { before, after: { ...after, jobID: jobId } }
      return { at: now, userId: actor.userId, ...subject, action: 'administer unit', ...states }
    }),
  )
  for (const { unit, difference } of changed) merged.add(unit, difference)
}

function problemOf(actor: Actor, unit: DataDocument): string | undefined {
  return refusalOf(() => requireMayDecide(actor, unit))?.sentence
}

/** Labels are what an entity calls a unit: one that belongs to others too can have them. */
async function label(
  { tx, actor, now, merged }: Applying,
  { add, remove }: Extract<UnitChange, { kind: 'labels' }>,
  { items, units }: Found,
): Promise<DoneItem[]> {
  const asked = { caller: actor, at: now }
  const { changed, full } = await labelWithin(tx, asked, { dataIds: [...units.keys()], add, remove })
  return items.map(({ place, dataId }): DoneItem => {
    const unit = units.get(dataId)
    if (unit === undefined) return { place, result: 'refused', message: sentenceOfCode('unit/not-found') }
    if (full.has(dataId)) return { place, result: 'refused', message: sentenceOfCode('label/too-many-on-unit') }
    if (!changed.has(dataId)) return { place, result: 'unchanged' }
    merged.add(unit, {})
    return { place, result: 'updated' }
  })
}

async function retain(
  { tx, actor, now, jobId, retainMany }: Applying,
  change: Extract<UnitChange, { kind: 'retention' }>,
  { items, units }: Found,
): Promise<DoneItem[]> {
  const own = new Map([...units].filter(([, unit]) => problemOf(actor, unit) === undefined))
  const changed = await retainMany(tx, { actor, now, jobId }, { ...change, units: own })
  return items.map(({ place, dataId }): DoneItem => {
    const unit = units.get(dataId)
    const problem = unit === undefined ? sentenceOfCode('unit/not-found') : problemOf(actor, unit)
    if (problem !== undefined) return { place, result: 'refused', message: problem }
    return { place, result: changed.has(dataId) ? 'updated' : 'unchanged' }
  })
}

async function watch({ tx, actor, watchToo, afterwards }: Applying, alertId: AlertId, { items, units }: Found) {
  const { added, tell } = await watchToo(tx, actor, { alertId, dataIds: [...units.keys()] })
  afterwards(tell)
  return items.map(({ place, dataId }): DoneItem => {
    if (!units.has(dataId)) return { place, result: 'refused', message: sentenceOfCode('unit/not-found') }
    return { place, result: added.has(dataId) ? 'updated' : 'unchanged' }
  })
}

type WishedChange = Extract<UnitChange, { kind: 'template' | 'active' | 'entities' }>

/** What a change makes of one unit; a sentence where it cannot. */
function wishFor(unit: DataDocument, change: WishedChange): UnitWish | string {
  switch (change.kind) {
    case 'template':
      return { defaultTemplate: change.template }
    case 'active':
      return { active: change.active }
    default: {
      const entities = entitiesAfter(unit.entities, change)
      return entities.length === 0 ? 'answers.unit-entity' : { entities }
    }
  }
}

function entitiesAfter(
  before: readonly EntityId[],
  { how, entities }: Extract<WishedChange, { kind: 'entities' }>,
): EntityId[] {
  if (how === 'set') return [...new Set(entities)]
  if (how === 'add') return [...new Set([...before, ...entities])]
  return before.filter((entity) => !entities.includes(entity))
}
