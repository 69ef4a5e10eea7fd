import { buildApp } from '#testing/build-app.ts'
import { type Answer, answerTo, failure } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listApps, type App } from '@fieldwatch/contract/people/apps'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { renderApp } from '#testing/render-app.tsx'

const VALVES = buildApp({ id: 'app-1' })

function open(path: string, { apps = [VALVES], routes = [] }: { apps?: App[]; routes?: readonly Answer[] } = {}) {
  return renderApp({
    path,
    user: buildSessionUser(),
    routes: [
      answerTo(listApps, () => apps),
      answerTo(listUnits, ({ path: asked }) =>
        asked.includes('dataID') ? buildUnit({ dataID: 'tank-1', apps: ['Valve Plan', 'Old Tool'] }) : [],
      ),
      ...routes,
    ],
  })
}

/** Where the frame that appears leads to. */
async function frameAddress(): Promise<string | undefined> {
  return waitFor(() => {
    const frame = document.querySelector('iframe')
    expect(frame).not.toBeNull()
    return frame?.src
  })
}

beforeEach(() => window.sessionStorage.clear())

describe('the sidebar', () => {
  // spec 1-2-33, 1-2-35
  it('links to Apps and to each app', async () => {
    open('/applications')

    // The first test of the file waits for the parts of the app to load.
    const all = await screen.findByRole('link', { name: 'Apps' }, { timeout: 5000 })
    expect(all.getAttribute('href')).toBe('/applications')
    const links = screen.getAllByRole('link', { name: 'Valve Plan' }).map((link) => link.getAttribute('href'))
    expect(new Set(links)).toEqual(new Set(['/applications/valve-plan']))
  })

  // spec 1-2-34
  it('has no Apps when there are none', async () => {
    open('/applications', { apps: [] })
    await screen.findByText('No applications yet')

    expect(screen.queryByRole('link', { name: 'Apps' })).toBeNull()
  })
})

describe('the applications', () => {
  // spec 1-2-14, 1-2-16
  it.each(['/applications', '/applications/valve-plan'])('are for signed-in visitors: %s', async (path) => {
    const { app } = renderApp({ path })

    await screen.findByRole('heading', { name: 'Sign in' })
    expect(app.router.state.location.pathname).toBe('/login')
  })

  // spec 1-2-18
  it('are listed, and lead to their frames, which get their id', async () => {
    const { app } = open('/applications')
    const list = within(await screen.findByRole('main'))
    await userEvent.click(await list.findByRole('link', { name: 'Valve Plan' }))

    const src = await frameAddress()
    expect(app.router.state.location.pathname).toBe('/applications/valve-plan')
    expect(src).toBe('https://valves.example/app?appId=app-1')
  })

  it('open by their id too', async () => {
    open('/applications/app-1')

    expect(await frameAddress()).toBe('https://valves.example/app?appId=app-1')
  })

  it('say so when there is no such one', async () => {
    open('/applications/nothing')

    expect(await screen.findByRole('heading', { name: 'Application not found' })).toBeDefined()
  })

  it('say what failed and ask again', async () => {
    let working = false
    open('/applications', {
      routes: [answerTo(listApps, () => (working ? [VALVES] : failure('server/internal')))],
    })
    const text = await screen.findByText('The applications cannot be shown')
    working = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

    expect(text).toBeDefined()
    expect((await screen.findAllByRole('link', { name: 'Valve Plan' })).length).toBeGreaterThan(0)
  })
})

describe('the tabs of a unit', () => {
  // spec 1-1-02, 1-2-55, 1-2-56, 1-2-58, 1-3-28
  it('have one for each of its apps, which gets the unit', async () => {
    const { app } = open('/dashboard/tank-1')
    const tabs = await screen.findByRole('navigation', { name: 'Unit' })
    await userEvent.click(within(tabs).getByRole('link', { name: 'Valve Plan' }))

    const src = await frameAddress()
    expect(app.router.state.location.pathname).toBe('/dashboard/tank-1/valve-plan')
    expect(src).toBe('https://valves.example/app?appId=app-1&dataID=tank-1')
  })

  it('say what is missing for an app that the person may not open', async () => {
    open('/dashboard/tank-1/old-tool')

    expect(await screen.findByText('You can’t open Old Tool')).toBeDefined()
  })

  it('say so when the unit has no such app', async () => {
    open('/dashboard/tank-1/nothing')

    expect(await screen.findByText('Page not found')).toBeDefined()
  })
})
