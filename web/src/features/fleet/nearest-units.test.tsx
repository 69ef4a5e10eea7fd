import type { DataId } from '@fieldwatch/contract/api/ids'
import { listNearestUnits } from '@fieldwatch/contract/units/nearest-units'
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { MapContext } from '#shared/map/map-context.ts'
import { answerTo } from '#testing/answers.ts'
import { createFakeMap } from '#testing/fake-map.ts'
import { renderPart } from '#testing/render-part.tsx'
import { NearestUnits } from './nearest-units.tsx'

const user = userEvent.setup()

const near = {
  dataID: 'pump-1' as DataId,
  friendlyName: 'North pump',
  lat: 59.31,
  lon: 18.1,
  distance: 1_234,
  active: true,
  lastActivityUTC: null,
}

function open(units = [near], total = units.length) {
  const fake = createFakeMap({ zoom: 5, extent: [10, 50, 20, 60] })
  const page = createRootRoute({
    component: () => (
      <MapContext value={fake.map}>
        <NearestUnits />
      </MapContext>
    ),
  })
  const part = renderPart(
    <RouterProvider router={createRouter({ routeTree: page, history: createMemoryHistory() }) as AnyRouter} />,
    { routes: [answerTo(listNearestUnits, () => ({ units, total }))] },
  )
  return { ...part, ...fake }
}

describe('the nearest units', () => {
  it('are those around a long press, by their distance', async () => {
    const { press, seen, areas } = open()
    await screen.findByRole('button', { name: 'Nearest units' })
    act(() => press([18.1, 59.3], 'longPress'))

    const panel = await screen.findByRole('region', { name: 'Nearest units' })
    expect(await within(panel).findByText('1 unit within this distance')).toBeDefined()
    expect(within(panel).getByText('North pump')).toBeDefined()
    expect(within(panel).getByText('1.23 km')).toBeDefined()
    expect(areas.at(-1)?.drawn).toHaveLength(1)
    expect(seen.at(-1)?.path).toContain('/devices/nearest')
  })

  it('are found by the keyboard, from the middle of the map on', async () => {
    const { seen } = open([], 0)
    await user.click(await screen.findByRole('button', { name: 'Nearest units' }))
    const panel = await screen.findByRole('region', { name: 'Nearest units' })
    expect(await within(panel).findByText('No unit is within this distance.')).toBeDefined()
    const latitude = within(panel).getByRole<HTMLInputElement>('textbox', { name: 'Latitude' })
    expect(latitude.value).toBe('55')
    await user.clear(latitude)
    await user.type(latitude, '95')
    expect(within(panel).getByText('From -90 to 90')).toBeDefined()
    const before = seen.length

    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Nearest units' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Nearest units' }))
    expect(seen.length).toBe(before)
  })

  it('say how many there are when not all are listed', async () => {
    const { press } = open([near], 700)
    await screen.findByRole('button', { name: 'Nearest units' })
    act(() => press([18.1, 59.3], 'longPress'))
    expect(await screen.findByText('The nearest 1 of 700 units')).toBeDefined()
  })
})
