import type { EntityId } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { chosenEntity, entityChoices, viewingOf } from './entity-choice.ts'

const entity = (name: string, status: 'active' | 'disabled' = 'active') => ({ name, logo: '', icon: '', status })
const admin = {
  role: 'admin' as const,
  entity: 'own' as EntityId,
  entityData: { south: entity('South'), own: entity('Water'), north: entity('North') },
  entityViewing: ['south', 'own', 'north'] as EntityId[],
}

describe('the entity switcher', () => {
  // spec 1-1-07, 1-6-02, 1-6-03
  it('offers All, the own entity and the sub-entities by name', () => {
    expect(entityChoices(admin)).toEqual([
      { value: 'all', label: 'All' },
      { value: 'own', label: 'Water' },
      { value: 'north', label: 'North' },
      { value: 'south', label: 'South' },
    ])
  })

  it('marks a disabled sub-entity', () => {
    const entityData = { own: entity('Water'), north: entity('North', 'disabled') }
    expect(entityChoices({ ...admin, entityData }).map(({ label }) => label)).toEqual([
      'All',
      'Water',
      'North (disabled)',
    ])
  })

  // spec 1-6-06
  it('offers nothing to a viewer', () => {
    expect(entityChoices({ ...admin, role: 'viewer' })).toEqual([])
  })

  it('offers nothing without sub-entities', () => {
    expect(entityChoices({ ...admin, entityData: { own: entity('Water') } })).toEqual([])
  })

  it.each([
    [['south', 'own', 'north'], 'all'],
    [['south'], 'south'],
    [['south', 'north'], 'all'],
  ])('shows that %s is looked at as %s', (entityViewing, choice) => {
    expect(chosenEntity({ ...admin, entityViewing: entityViewing as EntityId[] })).toBe(choice)
  })

  // spec 1-6-03
  it.each([
    ['all', []],
    ['south', ['south']],
  ])('asks for %s as %s', (choice, viewing) => {
    expect(viewingOf(choice)).toEqual(viewing)
  })
})
