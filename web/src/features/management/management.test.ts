import type { EntityId } from '@fieldwatch/contract/ids'
import { describe, expect, it } from 'vitest'
import { buildUnit } from '#testing/build-unit.ts'
import { collectionStates } from './collection-states.ts'
import { detailsOf } from './unit-details.ts'

describe('the collections that can be paused', () => {
  it('are those with records and those that are paused, by name, without the excluded ones', () => {
    expect(collectionStates(['tank', 'location', 'flow'], ['sensor_PAGESensor', 'tank'])).toEqual([
      { name: 'flow', paused: false },
      { name: 'sensor_PAGESensor', paused: true },
      { name: 'tank', paused: true },
    ])
  })
})

describe('the details of a unit', () => {
  const readers = {
    entityData: { water: { name: 'Northwind Water', logo: '', icon: '' } },
    timeFormat: '24Hour' as const,
  }

  it('name every field that is not shown elsewhere', () => {
    const unit = buildUnit({ dataID: 'tank-01', entities: ['water' as EntityId], currentLat: 55.1, connected: true })
    const details = Object.fromEntries(detailsOf(unit, readers).map(({ name, text }) => [name, text]))

    expect(details).toMatchObject({
      dataID: 'tank-01',
      Active: 'Yes',
      'MQTT session': 'Connected',
      Latitude: '55.10000',
      Longitude: undefined,
      Entities: 'Northwind Water',
      Apps: undefined,
    })
  })
})
