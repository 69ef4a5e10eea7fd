import type { DataId, EntityId, SourceName, TemplateId } from '@fieldwatch/contract/api/ids'
import { DataDocument } from '@fieldwatch/contract/units/units'
import { describe, expect, it } from 'vitest'
import { buildUnit } from '#testing/build-unit.ts'
import { collectionStates } from './collection-states.ts'
import { detailsOf } from './unit-details.ts'

describe('the data collections', () => {
  // spec 2-3-22, 2-4-04
  it('are all with records and all that are paused, by name; those of requests cannot be paused', () => {
    const states = collectionStates(['tank', 'location', 'action_result', 'flow'], ['level', 'tank'])

    expect(states.map(({ name, paused, ofRequests }) => [name, paused, ofRequests])).toEqual([
      ['action_result', false, true],
      ['flow', false, false],
      ['level', true, false],
      ['location', false, false],
      ['tank', true, false],
    ])
  })

  it('are paused with the sensor, or by themselves', () => {
    const states = collectionStates(['nitrate', 'ph', 'tank'], ['sensor_PAGESensor', 'ph'])

    expect(states.map(({ name, paused, pausedWithSensor }) => [name, paused, pausedWithSensor])).toEqual([
      ['nitrate', false, true],
      ['ph', true, true],
      ['sensor_PAGESensor', true, false],
      ['tank', false, false],
    ])
  })
})

describe('the details of a unit', () => {
  const readers = {
    entityData: { water: { name: 'Northwind Water', logo: '', icon: '', status: 'active' as const } },
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

  // spec 2-2-43, 2-3-17
  it('leave out no field but those that the screen shows elsewhere, and the count of changes', () => {
    const unit = buildUnit({ dataID: 'tank-01' })
    const other: DataDocument = {
      dataID: 'tank-02' as DataId,
      friendlyName: 'Other tank',
      description: 'Elsewhere.',
      size: 'DN 200',
      service: 'Leak watch',
      image: '/api/v1/files/other.webp',
      active: false,
      lastActivityUTC: null,
      lastMessage: 'level' as SourceName,
      currentLat: 55.1,
      currentLon: 12.3,
      nearestPlace: { name: 'Malmö', distanceKm: 3, direction: 'north' },
      entities: ['water' as EntityId],
      sharedWith: ['Harbour'],
      defaultTemplate: 'tank' as TemplateId,
      customTemplate: 'own' as TemplateId,
      apps: ['Calibrate'],
      pausedData: ['level'],
      connected: false,
      lastDoor: 'influx',
      devEUI: '70B3D57ED0000001',
      imei: '356307042441013',
      positionAccuracy: 40,
      version: 2,
    }
    const isShown = (field: string) =>
      JSON.stringify(detailsOf({ ...unit, [field]: other[field as keyof DataDocument] }, readers)) !==
      JSON.stringify(detailsOf(unit, readers))

    expect(Object.keys(DataDocument.shape).filter((field) => !isShown(field))).toEqual([
      'friendlyName',
      'description',
      'image',
      'onlyAdminsEdit',
      'onlyAdminsConfigure',
      'labels',
      'pausedData',
      'trackerRefusedUTC',
      'version',
    ])
  })
})
