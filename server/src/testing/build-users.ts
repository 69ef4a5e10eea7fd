import { randomUUID } from 'node:crypto'
import type { AppId, EntityId, UserId } from '@fieldwatch/contract/ids'
import type { Insertable } from 'kysely'
import { hashPassword } from '#people/credentials/password-hash.ts'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

export const TEST_PASSWORD = 'a password for tests'

/** Hashed once a process: it is slow on purpose. */
const testPasswordHash = hashPassword(TEST_PASSWORD)

export async function buildEntity(db: Db, given: Partial<Insertable<Tables['entity']>> = {}): Promise<EntityId> {
  const id = given.id ?? (`entity-${randomUUID()}` as EntityId)
  await db
    .insertInto('entity')
    .values({ name: 'Test Water', ...given, id })
    .execute()
  return id
}

export interface BuiltUser {
  id: UserId
  email: string
  entity: EntityId
}

/** An active viewer of a new entity with the password `TEST_PASSWORD`, unless told otherwise. */
export async function buildUser(db: Db, given: Partial<Insertable<Tables['app_user']>> = {}): Promise<BuiltUser> {
  const id = given.id ?? (`user-${randomUUID()}` as UserId)
  const email = given.email ?? `${id}@example.test`
  const entity = given.entity_id ?? (await buildEntity(db))
  await db
    .insertInto('app_user')
    .values({ role: 'viewer', password_hash: await testPasswordHash, ...given, id, email, entity_id: entity })
    .execute()
  return { id, email, entity }
}

export async function buildApplication(db: Db, given: Partial<Insertable<Tables['app']>> = {}): Promise<AppId> {
  const id = given.id ?? (`app-${randomUUID()}` as AppId)
  await db
    .insertInto('app')
    .values({ name: 'Blower', path: 'blower', url: '/page_blth_app', ...given, id })
    .execute()
  return id
}
