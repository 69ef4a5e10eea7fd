import { requireAdminOf, requireAdministered } from '#people/access/access-policy.ts'
import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { LabelId } from '@fieldwatch/contract/api/ids'
import { MOST_LABELS } from '@fieldwatch/contract/units/label-limits'
import type {
  createLabel as createEndpoint,
  Label,
  updateLabel as updateEndpoint,
} from '@fieldwatch/contract/units/labels'
import { type AuditedChange, createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { createLabelStore } from './label-store.ts'

export type LabelParts = Pick<Platform, 'db' | 'bus' | 'clock' | 'random'>

/**
 * Adds a label to an entity.
 * @throws DomainError access/forbidden, entity/not-found, label/too-many, label/name-taken
 */
export async function createLabel(
  { db, bus, clock, random }: LabelParts,
  caller: Caller,
  { entity: asked, name, colour }: BodyOf<typeof createEndpoint>,
): Promise<Label> {
  const entity = requireAdminOf(caller, asked)
  const [id, at] = [random.id() as LabelId, clock()]
  const label = await db.transaction().execute(async (tx) => {
    const store = createLabelStore(tx)
    if ((await store.countForAdding(entity)) >= MOST_LABELS) throw new DomainError('label/too-many')
    const isNew = await store.create({ id, entity, name, colour, by: caller.userId, at })
    if (!isNew) throw new DomainError('label/name-taken')
    const created = await shown(tx, caller, id)
    await record(tx, caller, { at, action: 'create label', label: created, after: auditOf(created) })
    return created
  })
  bus.publish('labels-changed', { entity })
  return label
}

/**
 * Renames or recolours a label; what is left out stays.
 * @throws DomainError access/forbidden, label/not-found, label/changed, label/name-taken
 */
export async function updateLabel(
  { db, bus, clock }: LabelParts,
  caller: Caller,
  { labelID: id, seen, name, colour }: BodyOf<typeof updateEndpoint> & { seen: number | undefined },
): Promise<Label> {
  const at = clock()
  const label = await db.transaction().execute(async (tx) => {
    const store = createLabelStore(tx)
    const { entity } = await shown(tx, caller, id)
    // First the entity, as who adds a label does.
    await store.countForAdding(entity)
    await createVersionStore(tx).lock({ kind: 'label', id })
    const before = await shown(tx, caller, id)
    await requireSeen(tx, caller, { kind: 'label', id }, seen)
    if (name !== undefined && (await store.hasOther(entity, name, id))) throw new DomainError('label/name-taken')
    await store.update(id, { ...(name === undefined ? {} : { name }), ...(colour === undefined ? {} : { colour }) })
    await createVersionStore(tx).raise({ kind: 'label', id }, { by: caller.userId, at })
    const after = await shown(tx, caller, id)
    await record(tx, caller, {
      at,
      action: 'change label',
      label: after,
      before: auditOf(before),
      after: auditOf(after),
    })
    return after
  })
  bus.publish('labels-changed', { entity: label.entity })
  return label
}

/**
 * Removes a label, and takes it off its units.
 * @returns how many units in reach had it
 * @throws DomainError access/forbidden, label/not-found
 */
export async function removeLabel({ db, bus, clock }: LabelParts, caller: Caller, id: LabelId): Promise<number> {
  const label = await db.transaction().execute(async (tx) => {
    const store = createLabelStore(tx)
    await createVersionStore(tx).lock({ kind: 'label', id })
    const before = await shown(tx, caller, id)
    await store.remove(id)
    await record(tx, caller, {
      at: clock(),
      action: 'delete label',
      label: before,
      before: { ...auditOf(before), units: before.units },
    })
    return before
  })
  // A screen drops labels that it does not know, so its units need no event.
  bus.publish('labels-changed', { entity: label.entity })
  return label.units
}

async function shown(tx: Db, caller: Caller, id: LabelId): Promise<Label> {
  const label = await createLabelStore(tx).find(id, caller.reach)
  requireAdministered(caller, label, 'label/not-found')
  return label
}

function auditOf({ name, colour }: Label): object {
  return { name, colour }
}

function record(tx: Db, caller: Caller, { label, ...change }: AuditedChange & { label: Label }): Promise<void> {
  const subject = { kind: 'label', id: label.labelID, entity: label.entity }
  return createAuditStore(tx).recordChange(caller, subject, change)
}
