import type { EntityId } from '@fieldwatch/contract/ids'
import type { DataDocument } from '@fieldwatch/contract/units'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LiveContext } from '#platform/live/live-context.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeLive } from '#testing/fake-live.ts'
import { failure, success } from '#testing/fake-server.ts'
import { renderPart } from '#testing/render-part.tsx'
import { useUnits } from './fleet-queries.ts'

const VIEWING = ['water' as EntityId]

function Names() {
  const { data: units = [] } = useUnits(VIEWING)
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

it.each([
  ['has come', () => success([])],
  ['was refused', () => failure(400, 'request/invalid')],
])('the stream of the units begins when the list %s', async (_case, reply) => {
  const live = createFakeLive()
  const answered = Promise.withResolvers<void>()
  renderPart(
    <LiveContext value={live.client}>
      <Names />
    </LiveContext>,
    { routes: { 'GET /api/v1/devices': () => answered.promise.then(reply) } },
  )
  expect(live.watched()).toEqual([])

  act(answered.resolve)

  await waitFor(() => expect(live.watched()).toEqual(['viewing']))
})
