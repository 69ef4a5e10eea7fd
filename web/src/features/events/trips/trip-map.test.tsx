import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MapContext } from '#shared/map/map-context.ts'
import { UnitContext } from '#shared/units/unit-context.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeMap } from '#testing/fake-map.ts'
import { UnitInView } from './trip-map.tsx'

function openAt(position: { currentLat: number | null; currentLon: number | null }) {
  const fake = createFakeMap()
  const open = { unit: buildUnit({ dataID: 'truck-1', ...position }), template: null }
  render(
    <UnitContext value={open}>
      <MapContext value={fake.map}>
        <UnitInView />
      </MapContext>
    </UnitContext>,
  )
  return fake
}

describe('a map without trips', () => {
  it('shows where the unit is', () => {
    const { moves, places } = openAt({ currentLat: 59.3, currentLon: 18.1 })
    expect(moves).toEqual([{ centre: [18.1, 59.3], zoom: 18 }])
    expect(places()).toEqual([[18.1, 59.3]])
  })

  it('stays as it is where no one knows that', () => {
    const { moves, places } = openAt({ currentLat: null, currentLon: null })
    expect(moves).toEqual([])
    expect(places()).toEqual([])
  })
})
