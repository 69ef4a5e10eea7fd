import type { DataId } from '@fieldwatch/contract/api/ids'
import { startRecordImport, undoRecordImport } from '../contract/record-imports.ts'
import { requireMayDecide } from '@fieldwatch/server/fleet/units/unit-policy'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import { requireAdmin } from '@fieldwatch/server/people/access/access-policy'
import type { Actor } from '@fieldwatch/server/people/access/person-store'
import { findStarter, STARTER_LOST_RIGHT } from '@fieldwatch/server/people/credentials/find-starter'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError, isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
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
