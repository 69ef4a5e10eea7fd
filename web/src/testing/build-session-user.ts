import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import * as extensions from '#extensions.ts'

/** A signed-in admin of one entity, but for what the test mentions. */
export function buildSessionUser(parts: Partial<SessionUser> = {}): SessionUser {
  return {
    id: 'ada' as UserId,
    uid: 'ada' as UserId,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@northwind.example',
    phone: '',
    role: 'admin',
    permissions: [],
    entity: 'water' as EntityId,
    company: '',
    timeFormat: '24Hour',
    measures: null,
    language: null,
    entityLanguage: null,
    units: [],
    profilePic: '',
    status: 'active',
    notifications: {},
    version: 1,
    entityData: { water: { name: 'Northwind Water', logo: '', icon: '', status: 'active' } },
    entityViewing: ['water' as EntityId],
    entityMeasures: null,
    apps: [],
    extensions: Object.values(extensions).map(({ name }) => name),
    ...parts,
  }
}
