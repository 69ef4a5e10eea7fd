import type { EntityId } from '@fieldwatch/contract/ids'
import type { DataDocument } from '@fieldwatch/contract/units'
import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useApi } from '#platform/api/api-context.tsx'
import { LiveContext } from '#platform/live/live-context.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeLive } from '#testing/fake-live.ts'
import { success } from '#testing/fake-server.ts'
import { renderPart } from '#testing/render-part.tsx'
import { unitsQuery, useLiveUnits } from './fleet-queries.ts'

const VIEWING = ['water' as EntityId]

function Names() {
  useLiveUnits(VIEWING)
  const { data: units = [] } = useQuery(unitsQuery(useApi()))
  return <p>{units.map(({ friendlyName }) => friendlyName).join(', ')}</p>
}

it('the list of units gains one that comes, and loses one that goes to another entity', async () => {
  const live = createFakeLive()
  const north = buildUnit({ dataID: 'north', friendlyName: 'North', entities: VIEWING })
  const south = buildUnit({ dataID: 'south', friendlyName: 'South', entities: VIEWING })
  const units: DataDocument[] = [north]
  renderPart(
    <LiveContext value={live.client}>
      <Names />
    </LiveContext>,
    { routes: { 'GET /api/v1/devices': () => success(units) } },
  )
  await screen.findByText('North')

  units.push(south)
  act(() => live.modify(south))
  expect(await screen.findByText('North, South')).toBeDefined()
  units.shift()
  act(() => live.remove())

  expect(await screen.findByText('South')).toBeDefined()
})
