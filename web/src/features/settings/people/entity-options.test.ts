import type { EntityId } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { entityOptions, subEntitiesOf } from './entity-options.ts'

const entity = (name: string) => ({ name, logo: '', icon: '', status: 'active' as const })
const me = buildSessionUser({
  entity: 'water' as EntityId,
  entityData: { south: entity('Southern Wells'), water: entity('Northwind Water'), north: entity('Northern Wells') },
})
const wells = [
  { value: 'north', label: 'Northern Wells' },
  { value: 'south', label: 'Southern Wells' },
]

describe('the entities of Settings', () => {
  // spec 1-2-103
  it('are all in reach except the own one', () => {
    expect(subEntitiesOf(me)).toEqual(wells)
  })

  it('that a user may be put into include the own one for an admin only', () => {
    expect(entityOptions(me)).toEqual([{ value: 'water', label: 'Northwind Water' }, ...wells])
    expect(entityOptions({ ...me, role: 'viewer', permissions: ['viewSubentities'] })).toEqual(wells)
  })
})
