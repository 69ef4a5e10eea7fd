import type { DataId } from '@fieldwatch/contract/api/ids'
import type { ShownBoard } from '../../contract/board-screen.ts'
import { createBoardPairing, listBoardAlerts } from '../../contract/boards.ts'
import { getSharedCurrent, getSharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerTo, failure } from '@fieldwatch/web/testing/answers.ts'
import { createFakeLive } from '@fieldwatch/web/testing/fake-live.ts'
import { createFakeServer } from '@fieldwatch/web/testing/fake-server.ts'
import { BoardPage } from './board-page.tsx'

const UNIT = 'u1' as DataId
const GAUGE = { title: 'Level', range: [0, 6], unit: 'm', source: 'tank', field: 'level' } as const
const PLACE = { column: 1, row: 1, width: 1, height: 1 }
const BOARD = {
  name: 'Control room',
  seconds: 20,
  pages: [
    {
      title: 'Tanks',
      columns: 2,
      rows: 2,
      tiles: [
        { kind: 'widget', ...PLACE, unit: UNIT, name: 'North tank', overview: { gauges: [GAUGE] } },
        { kind: 'text', ...PLACE, column: 2, text: 'Call 4711' },
        { kind: 'gone', ...PLACE, row: 2, why: 'source', title: 'Flow', name: 'South pump' },
        { kind: 'alerts', ...PLACE, column: 2, row: 2 },
      ],
    },
  ],
} satisfies ShownBoard | object as unknown as ShownBoard

function buildRecord(level: number) {
  const messageUTC = new Date().toISOString()
  return { messageUTC, recieveUTC: messageUTC, level }
}

interface Setting {
  kept?: string
  /** No request reaches the portal. */
  isAway?: boolean
  preview?: string
}

/** A screen before a portal in which passes are paired and removed. */
function open({ kept, preview, isAway = false }: Setting = {}) {
  if (kept !== undefined) localStorage.setItem('fieldwatch-board', kept)
  const paired = new Set(['fwb_kept', 'fwb_preview'])
  const dark = new Set<string>()
  const passOf = (authorization: string | undefined) => authorization?.replace('Bearer ', '') ?? ''
  const server = createFakeServer([
    answerTo(createBoardPairing, () => ({
      code: 'K7M4-9QXR',
      pass: 'fwb_new',
      expiresUTC: new Date(Date.now() + 600_000).toISOString(),
      seconds: 600,
    })),
    answerTo(getSharedScreen, ({ authorization }) => {
      if (dark.has(passOf(authorization))) return failure('board/no-editor')
      return paired.has(passOf(authorization))
        ? { kind: 'own', name: BOARD.name, screen: { ...BOARD } }
        : failure('share/closed')
    }),
    answerTo(getSharedCurrent, () => ({ records: [buildRecord(3)], older: [] })),
    answerTo(listBoardAlerts, () => ({
      alerts: [{ alert: 'Too low', unit: 'North tank', sinceUTC: new Date().toISOString() }],
      total: 3,
    })),
  ])
  const live = createFakeLive()
  render(
    <BoardPage
      preview={preview}
      fetch={isAway ? () => Promise.reject(new TypeError('Failed to fetch')) : server.fetch}
      readPage={() => Promise.resolve('page')}
      createLive={() => live.client}
    />,
  )
  return { ...server, live, paired, dark }
}

beforeEach(() => localStorage.clear())

describe('a screen that is not paired', () => {
  it('shows a code, and its wallboard soon after the code was entered', async () => {
    const { paired } = open()
    expect((await screen.findByLabelText('Code of this screen')).textContent).toBe('K7M4-9QXR')
    expect(screen.getByRole('img', { name: /^QR code/ })).toBeDefined()
    paired.add('fwb_new')

    expect(await screen.findByText('3.00 m', {}, { timeout: 6_000 })).toBeDefined()
    expect(localStorage.getItem('fieldwatch-board')).toBe('fwb_new')
  })

  it('asks nothing but what is of wallboards', async () => {
    const { seen } = open()
    await screen.findByLabelText('Code of this screen')

    expect(seen.filter(({ path }) => !/^\/api\/v1\/(shared|boards)\//.test(path))).toEqual([])
  })
})

describe('a screen that is paired', () => {
  it('opens its wallboard again after a restart, with values that go on with the time', async () => {
    const { live, seen } = open({ kept: 'fwb_kept' })
    await screen.findByText('3.00 m')

    expect(screen.getByRole('heading', { name: 'Tanks' })).toBeDefined()
    expect(screen.getByText('Call 4711')).toBeDefined()
    expect(screen.getByText('The source was deleted.')).toBeDefined()
    expect(await screen.findByText('Too low')).toBeDefined()
    expect(screen.getByText('2 more alerts')).toBeDefined()
    expect(seen.filter(({ path }) => path === '/api/v1/boards/pairings')).toEqual([])
    act(() => live.send('tank', buildRecord(4.5)))
    expect(await screen.findByText('4.50 m')).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('says that the connection is lost when it starts while the portal is away, if it is paired', async () => {
    open({ kept: 'fwb_kept', isAway: true })

    expect(await screen.findByText(/^Connection lost\. The wallboard is shown again/)).toBeDefined()
  })

  it('says that the portal can’t be reached when it is not paired', async () => {
    open({ isAway: true })

    expect(await screen.findByText(/^The portal can’t be reached/)).toBeDefined()
  })

  it('goes blank when it is removed, shows a new code, and keeps its pass for the case that it comes back', async () => {
    const { live, paired } = open({ kept: 'fwb_kept' })
    await screen.findByText('3.00 m')
    paired.clear()
    act(() => live.report({ kind: 'lost' }))

    expect(await screen.findByLabelText('Code of this screen')).toBeDefined()
    expect(screen.queryByText('3.00 m')).toBeNull()
    expect(screen.queryByText('Tanks')).toBeNull()
    expect(localStorage.getItem('fieldwatch-board')).toBe('fwb_kept')
  })

  it('says why it shows nothing when the person who saved its wallboard left, and shows it when it is saved', async () => {
    const { live, dark, seen } = open({ kept: 'fwb_kept' })
    await screen.findByText('3.00 m')
    dark.add('fwb_kept')
    act(() => live.report({ kind: 'lost' }))

    expect(await screen.findByText(/^This wallboard shows nothing/)).toBeDefined()
    expect(screen.queryByText('3.00 m')).toBeNull()
    dark.clear()
    expect(await screen.findByText('3.00 m', {}, { timeout: 14_000 })).toBeDefined()
    expect(seen.filter(({ path }) => path === '/api/v1/boards/pairings')).toEqual([])
  }, 20_000)

  it('leaves the session of a person in this browser alone', async () => {
    localStorage.setItem('other', 'stays')
    const { seen } = open({ kept: 'fwb_kept' })
    await screen.findByText('3.00 m')

    expect(localStorage.getItem('other')).toBe('stays')
    expect(seen.filter(({ path }) => path.includes('/auth/') || path.includes('/me'))).toEqual([])
  })
})

describe('the preview of a wallboard', () => {
  it('shows it without keeping its pass', async () => {
    open({ preview: 'fwb_preview' })
    await screen.findByText('3.00 m')

    expect(localStorage.getItem('fieldwatch-board')).toBeNull()
  })

  it('says that it ended', async () => {
    const { paired } = open({ preview: 'fwb_other' })
    paired.clear()

    await waitFor(() => expect(screen.getByText('This preview has ended. Open it again in the editor.')).toBeDefined())
  })
})
