import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { buildUnit } from '#testing/build-unit.ts'
import { followingChanges } from './following-changes.ts'

const [north, south, west] = ['north', 'south', 'west'] as EntityId[] as [EntityId, EntityId, EntityId]
const FLEET = [
  buildUnit({ dataID: 'pump-1', entities: [north] }),
  buildUnit({ dataID: 'pump-2', entities: [north, south] }),
  buildUnit({ dataID: 'pump-3', entities: [south, west] }),
  buildUnit({ dataID: 'tank-1', entities: [north], sharedWith: ['Harbour'] }),
  buildUnit({ dataID: 'idle-1', entities: [north] }),
]
const chosen = new Map(['pump-1', 'pump-2', 'pump-3', 'tank-1', 'gone-1'].map((id) => [id as DataId, id]))

describe('what follows from a change of many units', () => {
  it('is asked of those chosen that are there and not shared', () => {
    const dataIDs = ['pump-1', 'pump-2', 'pump-3']

    expect(followingChanges({ kind: 'active', active: false }, chosen, FLEET).changes).toEqual([
      { kind: 'unit-deactivated', dataIDs },
    ])
    expect(followingChanges({ kind: 'template', template: null }, chosen, FLEET).changes).toEqual([
      { kind: 'template-changed', dataIDs, templateID: null },
    ])
    expect(followingChanges({ kind: 'entities', how: 'add', entities: [west] }, chosen, FLEET).changes).toEqual([
      { kind: 'unit-shared', dataIDs, entities: [west] },
    ])
  })

  it('is asked of the units that leave an entity, by the entities that they keep', () => {
    expect(followingChanges({ kind: 'entities', how: 'set', entities: [north] }, chosen, FLEET).changes).toEqual([
      { kind: 'unit-moved', dataIDs: ['pump-2', 'pump-3'], entities: [north] },
    ])
    expect(
      followingChanges({ kind: 'entities', how: 'remove', entities: [south, north] }, chosen, FLEET).changes,
    ).toEqual([{ kind: 'unit-moved', dataIDs: ['pump-3'], entities: [west] }])
    expect(followingChanges({ kind: 'entities', how: 'remove', entities: [south] }, chosen, FLEET).changes).toEqual([
      { kind: 'unit-moved', dataIDs: ['pump-2'], entities: [north] },
      { kind: 'unit-moved', dataIDs: ['pump-3'], entities: [west] },
    ])
  })

  it('says of how many units it is where that is not all of them', () => {
    const entities = Array.from({ length: 7 }, (_, index) => `e-${index}` as EntityId)
    const fleet = entities.map((entity, index) => buildUnit({ dataID: `unit-${index}`, entities: [north, entity] }))
    const all = new Map(fleet.map(({ dataID }) => [dataID, dataID]))
    const { changes, onlyOf } = followingChanges({ kind: 'entities', how: 'remove', entities: [north] }, all, fleet)
    expect([changes.length, onlyOf]).toEqual([5, 5])
  })

  it('is nothing for what breaks nothing', () => {
    expect(followingChanges({ kind: 'active', active: true }, chosen, FLEET)).toEqual({ changes: [] })
    expect(followingChanges({ kind: 'active', active: false }, new Map(), FLEET)).toEqual({ changes: [] })
  })
})
