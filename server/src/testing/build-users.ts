import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { AppId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { Insertable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

export const TEST_PASSWORD = 'a password for tests'

/** Thousands of sign-ins compute it again, with the costs that it says: the least that there are. */
const testPasswordHash = hash(TEST_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

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

/** An active viewer of a new entity with the password `TEST_PASSWORD`, by default. */
export async function buildUser(db: Db, given: Partial<Insertable<Tables['appUser']>> = {}): Promise<BuiltUser> {
  const id = given.id ?? (`user-${randomUUID()}` as UserId)
  const email = given.email ?? `${id}@example.test`
  const entity = given.entityId ?? (await buildEntity(db))
  await db
    .insertInto('appUser')
    .values({ role: 'viewer', passwordHash: await testPasswordHash, ...given, id, email, entityId: entity })
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
