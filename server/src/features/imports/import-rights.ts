import type { DataId } from '@fieldwatch/contract/api/ids'
import { startRecordImport, undoRecordImport } from '@fieldwatch/contract/telemetry/record-imports'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { requireAdmin } from '#people/access/access-policy.ts'
import type { Actor } from '#people/access/person-store.ts'
import { findStarter, STARTER_LOST_RIGHT } from '#people/credentials/find-starter.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError, isDomainError } from '#platform/errors/domain-error.ts'
import type { StoredImport } from './import-store.ts'

/**
 * Whether who started the work on an import may still do so, for each part of it. The command line may always.
 * @throws DomainError access/forbidden
 */
export async function requireStarter(
  db: Db,
  { starter, dataId, state }: Pick<StoredImport, 'starter' | 'dataId' | 'state'>,
  now: number,
): Promise<void> {
  if (starter === undefined) return
  const endpoint = state === 'undoing' ? undoRecordImport : startRecordImport
  const actor = await findStarter(db, starter, endpoint, now)
  try {
    if (actor === undefined) throw new DomainError('access/forbidden')
    await requireUnit(db, actor, dataId)
  } catch (error) {
    if (!isDomainError(error)) throw error
    throw new DomainError('access/forbidden', { message: STARTER_LOST_RIGHT, cause: error })
  }
}

/** @throws DomainError access/forbidden, unit/not-found, unit/shared */
export async function requireUnit(db: Db, actor: Pick<Actor, 'role' | 'reach'>, dataId: DataId): Promise<void> {
  requireAdmin(actor)
  requireMayDecide(actor, await createUnitStore(db).getDocument(dataId, actor.reach))
}
