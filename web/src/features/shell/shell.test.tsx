import { answerTo } from '#testing/answers.ts'
import { getMe } from '@fieldwatch/contract/people/users'
import { listApps } from '@fieldwatch/contract/people/apps'
import { listSims } from '@fieldwatch/contract/units/sims'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()

function open(path: string) {
  const me = buildSessionUser({ role: 'viewer' })
  return renderApp({
    path,
    user: me,
    routes: [answerTo(getMe, () => me), answerTo(listApps, () => []), answerTo(listSims, () => [])],
  })
}

beforeEach(() => {
  window.sessionStorage.clear()
  window.localStorage.clear()
})

describe('the frame of the pages', () => {
  it('hides the menu when a person asks, also the next time in this browser', async () => {
    const first = open('/sim-cards')
    await user.click(await screen.findByRole('button', { name: 'Hide the menu' }))
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
    first.unmount()

    open('/sim-cards')
    await user.click(await screen.findByRole('button', { name: 'Show the menu' }))

    expect(screen.getByRole('navigation', { name: 'Main' })).toBeDefined()
  })

  it('moves the focus to the heading of a page that was opened', async () => {
    open('/sim-cards')
    const menu = within(await screen.findByRole('navigation', { name: 'Main' }))

    await user.click(menu.getByRole('link', { name: 'Settings' }))

    const heading = await screen.findByRole('heading', { level: 1, name: 'Settings' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  it('says at once that the browser is offline, until it is online again', async () => {
    open('/sim-cards')
    await screen.findByRole('heading', { level: 1 })

    act(() => void fireEvent(window, new Event('offline')))
    expect(await screen.findByText('You are offline. You see the last known values.')).toBeDefined()

    act(() => void fireEvent(window, new Event('online')))
    await waitFor(() => expect(screen.queryByText(/^You are offline/)).toBeNull())
  })
})
