import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { EntityUser } from '@fieldwatch/contract/people/users'

type Parts = Partial<Omit<EntityUser, 'id' | 'uid' | 'entity'>> & { id?: string; entity?: string }

/** An active viewer in the list of an entity, but for what the test mentions. */
export function buildEntityUser({ id = 'grace', entity = 'water', ...parts }: Parts = {}): EntityUser {
  return {
    id: id as UserId,
    uid: id as UserId,
    firstName: 'Grace',
    lastName: 'Hopper',
    email: `${id}@northwind.example`,
    role: 'viewer',
    permissions: [],
    entity: entity as EntityId,
    company: '',
    units: [],
    profilePic: '',
    status: 'active',
    version: 1,
    invited: false,
    secondFactor: false,
    ...parts,
  }
}
