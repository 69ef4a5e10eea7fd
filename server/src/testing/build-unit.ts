import { randomBytes, randomUUID } from 'node:crypto'
import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import type { Insertable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { hashUnitToken } from '#fleet/units/unit-token.ts'
import { buildEntity } from './build-users.ts'

export interface BuiltUnit {
  dataId: DataId
  token: string
  entity: EntityId
  /** Value of the `Authorization` header. */
  bearer: string
}

interface Given extends Partial<Omit<Insertable<Tables['unit']>, 'tokenHash'>> {
  /** Leaving it out makes a new one. */
  entity?: EntityId
}

/** An active unit of a new entity, by default. */
export async function buildUnit(db: Db, { entity: givenEntity, ...given }: Given = {}): Promise<BuiltUnit> {
  const dataId = given.dataId ?? (`unit-${randomUUID()}` as DataId)
  const entity = givenEntity ?? (await buildEntity(db))
  const token = `fw_${randomBytes(24).toString('base64url')}`
  await createUnitStore(db).create({
    dataId,
    friendlyName: given.friendlyName ?? 'Pump station',
    entities: [entity],
    tokenHash: hashUnitToken(token),
    createdAt: 0,
  })
  if (Object.keys(given).length > 0) {
    await db
      .updateTable('unit')
      .set({ ...given, dataId })
      .where('dataId', '=', dataId)
      .execute()
  }
  return { dataId, token, entity, bearer: `Bearer ${token}` }
}

export const sourceName = (name: string): SourceName => name as SourceName
