import type { EntityId } from '@fieldwatch/contract/api/ids'
import { requireAdmin, requireAdminOf } from '@fieldwatch/server/people/access/access-policy'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { createResource } from '@fieldwatch/server/platform/resources/resource'
import {
  type Mapping,
  type MappingDraft,
  type MappingId,
  MOST_MAPPINGS,
  type StoredMapping,
} from '../contract/mappings.ts'
import { MAPPINGS } from './known-mappings.ts'
import { createMappingStore } from './mapping-store.ts'

export interface MappingParts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'random'> {
  /** Begins the replay of captured messages soon. */
  readonly wake: () => void
}

const mappings = createResource<MappingId, StoredMapping>({
  kind: 'mapping',
  table: 'message_mapping',
  actions: { create: 'create message mapping', change: 'change message mapping', remove: 'remove message mapping' },
  get: getMapping,
  toLog: ({ name, mapping }) => ({ name, mapping }),
  subject: ({ mappingID: id, entity }) => ({ kind: MAPPINGS, id, entity }),
})

/**
 * Adds a mapping, and replays what was captured.
 * @throws DomainError access/forbidden, entity/not-found, mapping/too-many
 */
export async function createMapping(
  parts: MappingParts,
  caller: Caller,
  { entity: asked, name, mapping }: MappingDraft & { entity?: EntityId | undefined },
): Promise<StoredMapping> {
  const entity = requireAdminOf(caller, asked)
  const id = parts.random.id() as MappingId
  const made = await mappings.create(parts, caller, async (tx, at) => {
    const store = createMappingStore(tx)
    if ((await store.countForAdding(entity)) >= MOST_MAPPINGS) throw new DomainError('mapping/too-many')
    await store.create({ id, entity, name, mapping, by: caller.userId, at })
    return id
  })
  announce(parts, entity)
  return made
}

interface WantedChange {
  readonly mappingID: MappingId
  readonly name?: string | undefined
  readonly mapping?: Mapping | undefined
  readonly seen: number | undefined
}

/**
 * Changes a mapping, and replays what is still captured; what is left out stays.
 * @throws DomainError access/forbidden, mapping/not-found, mapping/changed
 */
export async function updateMapping(
  parts: MappingParts,
  caller: Caller,
  { mappingID: id, seen, name, mapping }: WantedChange,
): Promise<StoredMapping> {
  const changed = await mappings.change(parts, caller, { id, seen }, async (tx, _before, at) => {
    const store = createMappingStore(tx)
    await store.update(id, { ...(name === undefined ? {} : { name }), ...(mapping === undefined ? {} : { mapping }) })
    await store.restart(id, at)
  })
  announce(parts, changed.entity)
  return changed
}

/** @throws DomainError access/forbidden, mapping/not-found */
export async function removeMapping(parts: MappingParts, caller: Caller, id: MappingId): Promise<void> {
  const { entity } = await mappings.remove(parts, caller, id, (tx) => createMappingStore(tx).remove(id))
  announce(parts, entity)
}

function announce({ bus, wake }: MappingParts, entity: EntityId): void {
  bus.publish('things-changed', { kind: MAPPINGS, entity })
  wake()
}

async function getMapping(tx: Db, caller: Caller, id: MappingId): Promise<StoredMapping> {
  requireAdmin(caller)
  const mapping = await createMappingStore(tx).find(id, caller.reach)
  if (mapping === undefined) throw new DomainError('mapping/not-found')
  return mapping
}
