import { type Reply, answerTo, failure, whole } from '#testing/answers.ts'
import { listUnitColumns } from '@fieldwatch/contract/units/unit-columns'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { listUnits, type DataDocument } from '@fieldwatch/contract/units/units'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { LiveContext } from '#platform/live/live-context.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeLive } from '#testing/fake-live.ts'
import { columnsOf } from '#testing/unit-columns.ts'
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
    { routes: [answerTo(listUnits, () => units)] },
  )
  await screen.findByText('North')

  units.push(south)
  act(() => live.modify(south))
  expect(await screen.findByText('North, South')).toBeDefined()
  units.shift()
  act(() => live.remove('north'))

  expect(await screen.findByText('South')).toBeDefined()
})

it.each([
  ['has come', () => []],
  ['was refused', () => failure('request/invalid')],
] as [string, () => Reply<typeof listUnits>][])(
  'the stream of the units begins when the list %s',
  async (_case, reply) => {
    const live = createFakeLive()
    const answered = Promise.withResolvers<void>()
    renderPart(
      <LiveContext value={live.client}>
        <Names />
      </LiveContext>,
      { routes: [answerTo(listUnits, () => answered.promise.then(reply))] },
    )
    expect(live.watched()).toEqual([])

    act(answered.resolve)

    await waitFor(() => expect(live.watched()).toEqual(['viewing']))
  },
)

it('the stream carries on where the list was read, the last time', async () => {
  const live = createFakeLive()
  const units: DataDocument[] = [buildUnit({ dataID: 'north', friendlyName: 'North', entities: VIEWING })]
  renderPart(
    <LiveContext value={live.client}>
      <Names />
    </LiveContext>,
    { routes: [answerTo(listUnits, () => units)] },
  )
  await screen.findByText('North')
  expect(live.asOf()).toBe('read 1')

  units.push(buildUnit({ dataID: 'south', friendlyName: 'South', entities: VIEWING }))
  act(() => live.outdate())

  expect(await screen.findByText('North, South')).toBeDefined()
  expect(live.asOf()).toBe('read 2')
})

it('a unit that sends just before it leaves does not come back', async () => {
  const live = createFakeLive()
  const north = buildUnit({ dataID: 'north', friendlyName: 'North', entities: VIEWING })
  const south = buildUnit({ dataID: 'south', friendlyName: 'South', entities: VIEWING })
  const units = [north, south]
  renderPart(
    <LiveContext value={live.client}>
      <Names />
    </LiveContext>,
    { routes: [answerTo(listUnits, () => units)] },
  )
  await screen.findByText('North, South')

  units.pop()
  act(() => {
    live.modify(south)
    live.remove('south')
    live.modify({ ...north, friendlyName: 'Far North' })
  })

  await waitFor(() => expect(screen.getByText(/Far North/).textContent).toBe('Far North'))
})

it('a change that comes while the list is read again is in it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const live = createFakeLive()
  const unit = buildUnit({ dataID: 'north', friendlyName: 'North', entities: VIEWING })
  const answered = Promise.withResolvers<void>()
  let reads = 0
  renderPart(
    <LiveContext value={live.client}>
      <Names />
    </LiveContext>,
    {
      routes: [
        answerTo(listUnits, async () => {
          reads += 1
          if (reads > 1) await answered.promise
          return [unit]
        }),
      ],
    },
  )
  await screen.findByText('North')
  act(() => live.outdate())
  await waitFor(() => expect(reads).toBe(2))

  act(() => live.modify({ ...unit, friendlyName: 'Far North' }))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  answered.resolve()
  await waitFor(() => expect(live.asOf()).toBe('read 2'))
  await act(() => vi.advanceTimersByTimeAsync(1_000))

  expect(screen.getByText('Far North')).toBeDefined()
})

it('the list is left as it is by a stream that opened again and carries on from it', async () => {
  const live = createFakeLive()
  const unit = buildUnit({ dataID: 'north', friendlyName: 'North', entities: VIEWING })
  let reads = 0
  renderPart(
    <LiveContext value={live.client}>
      <Names />
    </LiveContext>,
    {
      routes: [
        answerTo(listUnitColumns, () => {
          reads += 1
          return whole({ status: 'success', details: columnsOf([unit]), asOf: 'then' })
        }),
      ],
    },
  )
  await screen.findByText('North')

  await act(async () => live.reopen())

  expect(reads).toBe(1)
})
