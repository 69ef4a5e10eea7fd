import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { hashPassword } from '#people/credentials/password-hash.ts'
import type { Db } from '#platform/database/database.ts'
import { createEntityStore } from '#people/entities/entity-store.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import type { CreateCommand } from './admin-arguments.ts'
import { type AdminParts, COMMAND_LINE } from './admin-parts.ts'
import { choosePassword } from './choose-password.ts'
import { findEntityByName, getEntityByName } from './find-entity-by-name.ts'

/**
 * Makes a user, and the entity if there is none of the name. Returns the password when it was made here.
 * @throws DomainError user/email-taken, auth/weak-password; ArgumentError for an ambiguous name of an entity
 */
export async function createUser(parts: AdminParts, command: CreateCommand): Promise<string | undefined> {
  const { db, clock, random } = parts
  const { password, made } = choosePassword(random, command)
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    const entity = await findOrCreateEntity(tx, parts, command)
    const id = random.id() as UserId
    const user = {
      id,
      entity,
      email: command.email,
      firstName: command['first-name'],
      lastName: command['last-name'],
      role: command.role,
    }
    await createUserStore(tx).create({ ...user, passwordHash })
    const change = { at: clock(), action: 'create user', after: user } as const
    await createAuditStore(tx).recordChange(COMMAND_LINE, { kind: 'user', ...user }, change)
  })
  return made ? password : undefined
}

async function findOrCreateEntity(tx: Db, parts: AdminParts, { entity, parent }: CreateCommand): Promise<EntityId> {
  const entities = createEntityStore(tx)
  const above = parent === undefined ? undefined : await getEntityByName(tx, parent)
  const found = await findEntityByName(tx, entity, above)
  if (found !== undefined) return found
  const id = parts.random.id() as EntityId
  await entities.create({ id, name: entity, parent: above })
  const change = { at: parts.clock(), action: 'create entity', after: { name: entity, parent: above } } as const
  await createAuditStore(tx).recordChange(COMMAND_LINE, { kind: 'entity', id, entity: id }, change)
  return id
}
