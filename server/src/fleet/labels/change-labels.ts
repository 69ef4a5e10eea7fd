import { requireAdminOf, requireAdministered } from '#people/access/access-policy.ts'
import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { LabelId } from '@fieldwatch/contract/api/ids'
import { MOST_LABELS } from '@fieldwatch/contract/units/label-limits'
import type {
  createLabel as createEndpoint,
  Label,
  updateLabel as updateEndpoint,
} from '@fieldwatch/contract/units/labels'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createResource } from '#platform/resources/resource.ts'
import { createLabelStore } from './label-store.ts'

export type LabelParts = Pick<Platform, 'db' | 'bus' | 'clock' | 'random'>

const labels = createResource<LabelId, Label>({
  kind: 'label',
  actions: { create: 'create label', change: 'change label', remove: 'delete label' },
  get: getLabel,
  toLog: ({ name, colour }) => ({ name, colour }),
  subject: ({ labelID: id, entity }) => ({ kind: 'label', id, entity }),
})

/**
 * Adds a label to an entity.
 * @throws DomainError access/forbidden, entity/not-found, label/too-many, label/name-taken
 */
export async function createLabel(
  parts: LabelParts,
  caller: Caller,
  { entity: asked, name, colour }: BodyOf<typeof createEndpoint>,
): Promise<Label> {
  const entity = requireAdminOf(caller, asked)
  const id = parts.random.id() as LabelId
  const label = await labels.create(parts, caller, async (tx, at) => {
    const store = createLabelStore(tx)
    if ((await store.countForAdding(entity)) >= MOST_LABELS) throw new DomainError('label/too-many')
    const isNew = await store.create({ id, entity, name, colour, by: caller.userId, at })
    if (!isNew) throw new DomainError('label/name-taken')
    return id
  })
  parts.bus.publish('labels-changed', { entity })
  return label
}

/**
 * Renames or recolours a label; what is left out stays.
 * @throws DomainError access/forbidden, label/not-found, label/changed, label/name-taken
 */
export async function updateLabel(
  parts: LabelParts,
  caller: Caller,
  { labelID: id, seen, name, colour }: BodyOf<typeof updateEndpoint> & { seen: number | undefined },
): Promise<Label> {
  // First the entity, as who adds a label does.
  const hold = async (tx: Db) => createLabelStore(tx).countForAdding((await getLabel(tx, caller, id)).entity)
  const label = await labels.change(parts, caller, { id, seen, hold }, async (tx, { entity }) => {
    const store = createLabelStore(tx)
    if (name !== undefined && (await store.hasOther(entity, name, id))) throw new DomainError('label/name-taken')
    await store.update(id, { ...(name === undefined ? {} : { name }), ...(colour === undefined ? {} : { colour }) })
  })
  parts.bus.publish('labels-changed', { entity: label.entity })
  return label
}

/**
 * Removes a label, and takes it off its units.
 * @returns how many units in reach had it
 * @throws DomainError access/forbidden, label/not-found
 */
export async function removeLabel(parts: LabelParts, caller: Caller, id: LabelId): Promise<number> {
  const { entity, units } = await labels.remove(parts, caller, id, async (tx, before) => {
    await createLabelStore(tx).remove(id)
    return { before: { units: before.units } }
  })
  // A screen drops labels that it does not know, so its units need no event.
  parts.bus.publish('labels-changed', { entity })
  return units
}

async function getLabel(tx: Db, caller: Caller, id: LabelId): Promise<Label> {
  const label = await createLabelStore(tx).find(id, caller.reach)
  requireAdministered(caller, label, 'label/not-found')
  return label
}
