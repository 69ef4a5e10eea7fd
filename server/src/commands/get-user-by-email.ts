import type { User } from '@fieldwatch/contract/people/users'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createUserStore } from '#people/credentials/user-store.ts'

/** @throws DomainError user/not-found */
export async function getUserByEmail(db: Db, email: string): Promise<User> {
  const users = createUserStore(db)
  const credential = await users.findCredential(email)
  if (credential === undefined) throw new DomainError('user/not-found')
  return users.get(credential.userId)
}
