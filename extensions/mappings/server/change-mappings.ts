import type { EntityId } from '@fieldwatch/contract/api/ids'
import {
  type Mapping,
  type MappingDraft,
  type MappingId,
  MOST_MAPPINGS,
  type StoredMapping,
} from '../contract/mappings.ts'
import { requireAdmin, requireAdminOf } from '@fieldwatch/server/people/access/access-policy'
import { type AuditedChange, createAuditStore } from '@fieldwatch/server/platform/audit/audit-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { requireSeen } from '@fieldwatch/server/platform/versions/require-seen'
import { createVersionStore } from '@fieldwatch/server/platform/versions/version-store'
import { MAPPINGS } from './known-mappings.ts'
import { createMappingStore } from './mapping-store.ts'

export interface MappingParts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'random'> {
  /** Begins the replay of captured messages soon. */
  readonly wake: () => void
}

/**
 * Adds a mapping, and replays what was captured.
 * @throws DomainError access/forbidden, entity/not-found, mapping/too-many
 */
export async function createMapping(
  parts: MappingParts,
  caller: Caller,
  { entity: asked, name, mapping }: MappingDraft & { entity?: EntityId | undefined },
): Promise<StoredMapping> {
  const { db, random } = parts
  const entity = requireAdminOf(caller, asked)
  const [id, at] = [random.id() as MappingId, parts.clock()]
  const made = await db.transaction().execute(async (tx) => {
    const store = createMappingStore(tx)
    if ((await store.countForAdding(entity)) >= MOST_MAPPINGS) throw new DomainError('mapping/too-many')
    await store.create({ id, entity, name, mapping, by: caller.userId, at })
    const added = await getMapping(tx, caller, id)
    await record(tx, caller, { at, action: 'create message mapping', mapping: added, after: { name, mapping } })
    return added
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
  const at = parts.clock()
  const changed = await parts.db.transaction().execute(async (tx) => {
    const store = createMappingStore(tx)
    await createVersionStore(tx).lock({ kind: 'mapping', id })
    const before = await getMapping(tx, caller, id)
    await requireSeen(tx, caller, { kind: 'mapping', id }, seen)
    await store.update(id, { ...(name === undefined ? {} : { name }), ...(mapping === undefined ? {} : { mapping }) })
    await createVersionStore(tx).raise({ kind: 'mapping', id }, { by: caller.userId, at })
    await store.restart(id, at)
    const after = await getMapping(tx, caller, id)
    await record(tx, caller, {
      at,
      action: 'change message mapping',
      mapping: after,
      before: { name: before.name, mapping: before.mapping },
      after: { name: after.name, mapping: after.mapping },
    })
    return after
  })
  announce(parts, changed.entity)
  return changed
}

/** @throws DomainError access/forbidden, mapping/not-found */
export async function removeMapping(parts: MappingParts, caller: Caller, id: MappingId): Promise<void> {
  const removed = await parts.db.transaction().execute(async (tx) => {
    const store = createMappingStore(tx)
    await createVersionStore(tx).lock({ kind: 'mapping', id })
    const mapping = await getMapping(tx, caller, id)
    await store.remove(id)
    const before = { name: mapping.name, mapping: mapping.mapping }
    await record(tx, caller, { at: parts.clock(), action: 'remove message mapping', mapping, before })
    return mapping
  })
  announce(parts, removed.entity)
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

function record(
  tx: Db,
  caller: Caller,
  { mapping, ...change }: AuditedChange & { mapping: StoredMapping },
): Promise<void> {
  const subject = { kind: 'message mapping', id: mapping.mappingID, entity: mapping.entity }
  return createAuditStore(tx).recordChange(caller, subject, change)
}
