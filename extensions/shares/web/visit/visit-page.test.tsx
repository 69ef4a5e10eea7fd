import { openShared } from '../../contract/shares.ts'
import { getSharedCurrent, getSharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answerTo, failure } from '@fieldwatch/web/testing/answers.ts'
import { createFakeLive } from '@fieldwatch/web/testing/fake-live.ts'
import { createFakeServer } from '@fieldwatch/web/testing/fake-server.ts'
import { VisitPage } from './visit-page.tsx'

const user = userEvent.setup()
const GAUGE = { title: 'Level', range: [0, 6], unit: 'm', source: 'tank', field: 'level' } as const
const SCREEN = { kind: 'overview', name: 'North tank', overview: { gauges: [GAUGE] } } as const

function buildRecord(level: number) {
  const messageUTC = new Date().toISOString()
  return { messageUTC, recieveUTC: messageUTC, level }
}

/** A link that shows the level of a tank, with a password or without. */
function open({ password }: { password?: string } = {}) {
  const state = { isEnded: false }
  const server = createFakeServer([
    answerTo(openShared, ({ body }) => {
      const isOpen = !state.isEnded && body.password === password
      return isOpen ? { pass: 'fws_secret.proof', screen: SCREEN } : failure('share/closed')
    }),
    answerTo(getSharedScreen, () => (state.isEnded ? failure('share/closed') : SCREEN)),
    answerTo(getSharedCurrent, () => ({ records: [buildRecord(3)], older: [] })),
  ])
  const live = createFakeLive()
  render(<VisitPage secret="fws_secret" fetch={server.fetch} createLive={() => live.client} />)
  const end = () => {
    state.isEnded = true
    act(() => live.report({ kind: 'lost' }))
  }
  return { ...server, live, end }
}

describe('the page of a shared link', () => {
  it('shows the screen with its values, which go on with the time', async () => {
    const { live } = open()
    await screen.findByText('3.00 m')

    expect(screen.getByRole('heading', { name: 'North tank' })).toBeDefined()
    expect(screen.getByText('Live')).toBeDefined()
    act(() => live.send('tank', buildRecord(4.5)))
    expect(await screen.findByText('4.50 m')).toBeDefined()
    expect(live.followed()).toEqual([{ dataId: 'shared', subject: 'tank' }])
  })

  it('asks nothing but what is of the link, with the pass of the link', async () => {
    const { seen } = open()
    await screen.findByText('3.00 m')

    expect(seen.filter(({ path }) => !path.startsWith('/api/v1/shared/'))).toEqual([])
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('goes blank when the link ends', async () => {
    const { end } = open()
    await screen.findByText('3.00 m')
    end()

    expect(await screen.findByRole('heading', { name: 'This link has ended' })).toBeDefined()
    expect(screen.queryByText('3.00 m')).toBeNull()
    expect(screen.queryByText('North tank')).toBeNull()
  })

  it('stays, and says so, while the portal is away', async () => {
    const { live } = open()
    await screen.findByText('3.00 m')
    act(() => live.report({ kind: 'lost' }))

    expect(await screen.findByText('Connection lost. Values may be out of date.')).toBeDefined()
    expect(screen.getByText('3.00 m')).toBeDefined()
  })

  it('offers a password for everything that does not open', async () => {
    const { seen } = open({ password: 'opensesame' })
    await user.type(await screen.findByLabelText('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(await screen.findByText('The link doesn’t open with this password.')).toBeDefined()
    await user.clear(screen.getByLabelText('Password'))
    await user.type(screen.getByLabelText('Password'), 'opensesame')
    await user.click(screen.getByRole('button', { name: 'Open' }))

    await screen.findByText('3.00 m')
    expect(seen.filter(({ path }) => path.endsWith('/open')).map(({ body }) => body)).toEqual([
      { secret: 'fws_secret' },
      { secret: 'fws_secret', password: 'wrong' },
      { secret: 'fws_secret', password: 'opensesame' },
    ])
  })

  it('reads again what may have come while there was no stream', async () => {
    const { live, seen } = open()
    await screen.findByText('3.00 m')
    const asked = () => seen.filter(({ path }) => path.includes('/current')).length
    const before = asked()
    act(() => live.report({ kind: 'lost' }))
    act(() => live.report({ kind: 'open' }))

    await waitFor(() => expect(asked()).toBeGreaterThan(before))
  })
})
