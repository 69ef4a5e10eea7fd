import type { DataId } from '@fieldwatch/contract/api/ids'
import type { EventOccurrence } from '@fieldwatch/contract/events/events'
import { openShared } from '../../contract/shares.ts'
import {
  getSharedScreen,
  listSharedEvents,
  listSharedPositions,
  type SharedPosition,
  type SharedScreen,
} from '@fieldwatch/contract/visitors/shared-screens'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answerTo } from '@fieldwatch/web/testing/answers.ts'
import { buildOccurrence } from '@fieldwatch/web/testing/build-events.ts'
import { createFakeLive } from '@fieldwatch/web/testing/fake-live.ts'
import { createFakeServer } from '@fieldwatch/web/testing/fake-server.ts'
import { VisitPage } from './visit-page.tsx'

const user = userEvent.setup()

interface Given {
  occurrences?: readonly EventOccurrence[]
  positions?: readonly SharedPosition[]
}

function open(shown: SharedScreen, { occurrences = [], positions = [] }: Given = {}) {
  const server = createFakeServer([
    answerTo(openShared, () => ({ pass: 'fws_secret.proof', screen: shown })),
    answerTo(getSharedScreen, () => shown),
    answerTo(listSharedEvents, ({ query }) => {
      const { page, pageSize: size } = query
      return { occurrences: occurrences.slice((page - 1) * size, page * size), total: occurrences.length }
    }),
    answerTo(listSharedPositions, () => ({ positions: [...positions] })),
  ])
  const live = createFakeLive()
  render(<VisitPage secret="fws_secret" fetch={server.fetch} createLive={() => live.client} />)
  return { ...server, live }
}

const EVENTS: SharedScreen = {
  kind: 'events',
  name: 'North room',
  title: 'Hot',
  comparison: 'room.temp > 20',
  isEnded: false,
  columns: [
    { id: 'startUTC', name: null, unit: null },
    { id: 'room.temp', name: 'Air', unit: '°C' },
    { id: 'room.temp.mean', name: 'Air', unit: '°C' },
  ],
  range: { kind: 'last', minutes: 1440 },
}

describe('a shared event table', () => {
  const rows = Array.from({ length: 12 }, (_, at) => buildOccurrence(at, { 'room.temp': 20 + at }))

  it('has its columns, without links, menus and checkboxes', async () => {
    const { seen } = open(EVENTS, { occurrences: rows })
    const table = within(await screen.findByRole('table'))

    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('StartUTC'),
      expect.stringMatching(/^Air.*°C/),
      expect.stringContaining('Air'),
    ])
    expect(await screen.findByRole('cell', { name: '29' })).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Hot' })).toBeDefined()
    expect(screen.getByText('room.temp > 20')).toBeDefined()
    expect(screen.queryAllByRole('link')).toEqual([])
    expect(screen.queryAllByRole('checkbox')).toEqual([])
    expect(seen.filter(({ path }) => !path.startsWith('/api/v1/shared/'))).toEqual([])
  })

  it('is read page by page', async () => {
    open(EVENTS, { occurrences: rows })
    await user.click(await screen.findByRole('button', { name: 'Page 2' }))

    expect(await screen.findByRole('cell', { name: '31' })).toBeDefined()
  })

  it('says that it has ended, and that its period is fixed', async () => {
    const range = { kind: 'between', fromUTC: '2026-11-01T08:00:00.000Z', toUTC: '2026-11-02T08:00:00.000Z' } as const
    open({ ...EVENTS, isEnded: true, range })

    expect(
      await screen.findByText('The data behind this table was deleted. There will be no new events.'),
    ).toBeDefined()
    expect(screen.getByText('Fixed period')).toBeDefined()
  })
})

describe('a shared map', () => {
  const place = (name: string, given: Partial<SharedPosition> = {}): SharedPosition => ({
    unit: name as DataId,
    name,
    latitude: 47,
    longitude: 8,
    lastActivityUTC: null,
    ...given,
  })
  const MAP: SharedScreen = { kind: 'map', name: 'Trucks', units: ['A' as DataId, 'B' as DataId], atUTC: null }

  it('lists its units with their activity beside it', async () => {
    const now = new Date().toISOString()
    open(MAP, { positions: [place('A', { lastActivityUTC: now }), place('B', { latitude: null, longitude: null })] })
    const [first, second] = await within(await screen.findByRole('list', { name: 'Units' })).findAllByRole('listitem')

    expect(screen.getByRole('heading', { level: 1, name: 'Trucks' })).toBeDefined()
    expect(first?.textContent).toBe('ACurrent')
    expect(second?.textContent).toMatch(/^BNo activity.*No position$/i)
    expect(screen.getByText('Live')).toBeDefined()
  })

  it('of a moment says which, and the activity of then', async () => {
    const atUTC = '2026-11-01T08:00:00.000Z'
    open({ ...MAP, atUTC }, { positions: [place('A', { lastActivityUTC: '2026-11-01T07:59:00.000Z' })] })

    expect((await screen.findByRole('listitem')).textContent).toBe('ACurrent')
    expect(screen.getByText(/^As of /)).toBeDefined()
  })

  it('says that there is no position', async () => {
    open(MAP, { positions: [place('A', { latitude: null, longitude: null })] })

    expect(await screen.findByText('None of the units has a position.')).toBeDefined()
  })
})
