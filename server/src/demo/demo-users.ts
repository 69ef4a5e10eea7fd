import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { Role } from '@fieldwatch/contract/people/users'
import { hashPassword } from '#people/credentials/password-hash.ts'
import type { Db } from '#platform/database/database.ts'
import { createEntityStore } from '#people/entities/entity-store.ts'
import { createUserStore } from '#people/credentials/user-store.ts'

export const NORTHWIND = 'northwind' as EntityId
export const NORTHWIND_NORTH = 'northwind-north' as EntityId
export const NORTHWIND_SOUTH = 'northwind-south' as EntityId

export const DEMO_PASSWORD = 'fieldwatch-demo'

interface DemoUser {
  readonly email: string
  readonly role: Role
  readonly firstName: string
  readonly lastName: string
}

export const DEMO_USERS: readonly DemoUser[] = [
  { email: 'admin@northwind.example', role: 'admin', firstName: 'Ada', lastName: 'Northwind' },
  { email: 'viewer@northwind.example', role: 'viewer', firstName: 'Victor', lastName: 'Northwind' },
]

/** Adds Northwind Water with its two sub-entities and two users. Use it in a transaction. */
export async function addDemoUsers(db: Db): Promise<void> {
  const entities = createEntityStore(db)
  await entities.create({ id: NORTHWIND, name: 'Northwind Water', parent: undefined })
  await entities.create({ id: NORTHWIND_NORTH, name: 'Northwind North', parent: NORTHWIND })
  await entities.create({ id: NORTHWIND_SOUTH, name: 'Northwind South', parent: NORTHWIND })
  const users = createUserStore(db)
  for (const { role, ...user } of DEMO_USERS) {
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    await users.create({ ...user, id: `northwind-${role}` as UserId, entity: NORTHWIND, role, passwordHash })
  }
}
