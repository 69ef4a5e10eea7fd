import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Entity } from '@fieldwatch/contract/people/entities'

/** An active entity without sub-entities, but for what the test mentions. */
export function buildEntity({
  entityID = 'water',
  ...parts
}: Partial<Omit<Entity, 'entityID'>> & { entityID?: string } = {}): Entity {
  return {
    entityID: entityID as EntityId,
    name: 'Northwind Water',
    logo: '',
    icon: '',
    url: '',
    status: 'active',
    company: '',
    subEntities: [],
    secondFactorRequired: false,
    secondFactorRequiredBy: null,
    viewersMayEdit: true,
    viewersMayConfigure: true,
    measures: null,
    language: null,
    version: 1,
    ...parts,
  }
}
