import type { EntityId } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { withEntitiesBelow } from './required-factor-queries.ts'

const id = (text: string) => text as EntityId
const entities = [
  { entityID: id('top'), subEntities: [id('left'), id('right')] },
  { entityID: id('left'), subEntities: [id('deep')] },
  { entityID: id('right'), subEntities: [] },
  { entityID: id('deep'), subEntities: [] },
]

describe('an entity with those below it', () => {
  it.each([
    ['top', ['deep', 'left', 'right', 'top']],
    ['left', ['deep', 'left']],
    ['deep', ['deep']],
    ['unknown', ['unknown']],
  ])('of %s are %j', (top, expected) => {
    expect([...withEntitiesBelow(entities, id(top))].toSorted()).toEqual(expected)
  })
})
