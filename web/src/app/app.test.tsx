import { buildApp } from '#testing/build-app.ts'
import { buildTemplate } from '#testing/build-template.ts'
import { type Reply, answerAt, answerTo, failure } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { refresh } from '@fieldwatch/contract/people/auth'
import { setEntityViewing } from '@fieldwatch/contract/people/users'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { listApps } from '@fieldwatch/contract/people/apps'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeScreen } from '#testing/fake-screen.ts'
import { createFakeBrowser } from '#testing/fake-tabs.ts'
import { renderApp } from '#testing/render-app.tsx'
import { onlyBody, pressTwice } from '#testing/press-twice.ts'

const user = userEvent.setup()
const ada = buildSessionUser()
const fleet = [
  buildUnit({ dataID: 'pump-1', friendlyName: 'North pump', lastActivityUTC: new Date().toISOString() }),
  buildUnit({ dataID: 'pump-2', friendlyName: 'South pump', active: false }),
  buildUnit({ dataID: 'tank-1', friendlyName: 'Harbour tank', lastActivityUTC: null }),
]
const routes = [answerTo(listUnits, () => fleet)]

beforeEach(() => window.sessionStorage.clear())

describe('the guard', () => {
  // spec 1-2-04, 1-2-05, 1-2-06, 1-2-07, 1-2-08, 1-2-09, 1-2-10, 1-2-11, 1-2-12, 1-2-13, 1-2-20, 1-6-13, 2-2-01
  it.each([
    '/',
    '/dashboard',
    '/settings',
    '/sim-cards',
    '/applications',
    '/applications/any',
    ...['', '/time-series', '/events', '/xetasense', '/pressure-sensor', '/management'].map(
      (tab) => `/dashboard/pump-1${tab}`,
    ),
    '/no/such/page',
  ])('sends a signed-out visitor of %s to Login', async (path) => {
    const { app } = renderApp({ path })

    await screen.findByRole('heading', { name: 'Sign in' })
    expect(app.router.state.location.pathname).toBe('/login')
  })

  // spec 1-2-21
  it('sends the visitor to Login when the check itself fails', async () => {
    renderApp({ path: '/dashboard', routes: [answerTo(refresh, () => failure('server/unavailable'))] })

    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
  })

  it('leads on to where the visitor wanted to go', async () => {
    const { app } = renderApp({ path: '/login?redirect=%2Fno%2Fsuch%2Fpage', user: ada, routes })

    await screen.findByText('There is no such page')
    expect(app.router.state.location.pathname).toBe('/no/such/page')
  })

  it('does not lead away from the portal', async () => {
    const { app } = renderApp({ path: '/login?redirect=%2F%2Felsewhere.example', user: ada, routes })

    await screen.findByRole('heading', { name: /^Units/ })
    expect(app.router.state.location.pathname).toBe('/dashboard')
  })

  // spec 1-2-19
  it('shows nothing of Login while it is not decided', async () => {
    const answer = Promise.withResolvers<Reply<typeof refresh>>()
    renderApp({ path: '/dashboard', routes: [...routes, answerTo(refresh, () => answer.promise)] })

    await screen.findByLabelText('Loading')
    expect(screen.queryByRole('heading')).toBeNull()
    answer.resolve({ idToken: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: ada })
    expect(await screen.findByRole('heading', { name: /^Units/ })).toBeDefined()
  })
})

describe('the shell', () => {
  // spec 1-2-01
  it('opens the dashboard as Home', async () => {
    const { app } = renderApp({ path: '/', user: ada, routes })

    await screen.findByRole('heading', { name: /^Units/ })
    expect(app.router.state.location.pathname).toBe('/dashboard')
  })

  // spec 1-1-09, 1-1-10
  it('shows the entity and the person', async () => {
    renderApp({ path: '/dashboard', user: ada, routes })

    const header = await screen.findByRole('banner')
    expect(within(header).getByText('Northwind Water')).toBeDefined()
    expect(within(header).getByText('Ada')).toBeDefined()
    expect(within(header).getByText('ada@northwind.example')).toBeDefined()
    expect(within(header).getByTitle('Profile picture of Ada')).toBeDefined()
    expect(within(header).getByTitle('Logo of Northwind Water')).toBeDefined()
  })

  // spec 1-1-09
  it('shows the logo of the entity when it has one', async () => {
    const entityData = {
      water: { name: 'Northwind Water', logo: '/api/v1/files/logo.webp', icon: '', status: 'active' as const },
    }
    renderApp({ path: '/dashboard', user: { ...ada, entityData }, routes })

    const logo = within(await screen.findByRole('banner')).getByRole('img', { name: 'Logo of Northwind Water' })
    expect(logo.getAttribute('src')).toBe('/api/v1/files/logo.webp')
  })

  // spec 1-2-22, 1-2-31, 1-2-39
  it('links to Home and Dashboard, and signs out to Login', async () => {
    const { app, seen } = renderApp({ path: '/dashboard', user: ada, routes })
    await screen.findByRole('heading', { name: /^Units/ })
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard')

    await user.click(screen.getByRole('button', { name: 'Sign out' }))

    await screen.findByRole('heading', { name: 'Sign in' })
    expect(app.router.state.location.href).toBe('/login')
    expect(seen.some(({ path }) => path === '/api/v1/auth/sign-out')).toBe(true)
    const ofLogin = ['sign-in-providers']
    const kept = () => app.queryClient.getQueryCache().getAll()
    await waitFor(() => expect(kept().map(({ queryKey }) => queryKey)).toEqual([ofLogin]))
  })

  // spec 1-1-07, 1-6-02, 1-6-07
  it('lets an admin look at one sub-entity, and reads the units again', async () => {
    const entity = (name: string) => ({ name, logo: '', icon: '', status: 'active' as const })
    const admin = buildSessionUser({
      entityData: { water: entity('Northwind Water'), wells: entity('Northern Wells') },
      entityViewing: ['water', 'wells'] as EntityId[],
    })
    const { seen } = renderApp({
      path: '/dashboard',
      user: admin,
      routes: [...routes, answerTo(setEntityViewing, () => ({ ...admin, entityViewing: ['wells'] }))],
    })
    await screen.findByText('North pump')

    await user.click(screen.getByRole('button', { name: /Northwind Water/ }))
    pressTwice(await screen.findByRole('menuitemradio', { name: 'Northern Wells' }))

    await screen.findByRole('button', { name: /Northern Wells/ })
    expect(onlyBody(seen, 'PUT /api/v1/me/entity-viewing')).toEqual({ entityViewing: ['wells'] })
    await waitFor(() => expect(seen.filter(({ path }) => path === '/api/v1/devices/columns')).toHaveLength(2))
  })

  it('follows when another tab chooses an entity', async () => {
    const entity = (name: string) => ({ name, logo: '', icon: '', status: 'active' as const })
    let admin = buildSessionUser({
      entityData: { water: entity('Northwind Water'), wells: entity('Northern Wells') },
      entityViewing: ['water', 'wells'] as EntityId[],
    })
    const browser = createFakeBrowser()
    renderApp({
      path: '/dashboard',
      user: admin,
      browser,
      routes: [
        answerTo(refresh, () => ({ idToken: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: admin })),
        answerTo(listUnits, () => (admin.entityViewing.length === 1 ? fleet.slice(0, 1) : fleet)),
      ],
    })
    await screen.findByText('Harbour tank')

    admin = { ...admin, entityViewing: ['wells'] as EntityId[] }
    browser.openTab().tell('viewing-changed')

    expect(await screen.findByRole('button', { name: /Northern Wells/ })).toBeDefined()
    await waitFor(() => expect(screen.queryByText('Harbour tank')).toBeNull())
    expect(await screen.findByText('North pump')).toBeDefined()
  })

  it('keeps what is being typed when another tab chooses an entity', async () => {
    let admin = buildSessionUser({ entityViewing: ['water', 'wells'] as EntityId[] })
    const unit = buildUnit({ dataID: 'pump-1', friendlyName: 'North pump' })
    let asked = 0
    const browser = createFakeBrowser()
    renderApp({
      path: '/dashboard/pump-1',
      user: admin,
      browser,
      routes: [
        answerTo(refresh, () => ({ idToken: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: admin })),
        answerTo(listUnits, () => ({ ...unit, friendlyName: `North pump ${(asked += 1)}` })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Add Widget' }, { timeout: 5000 }))
    await user.type(await screen.findByLabelText(/^Title/, {}, { timeout: 5000 }), 'Flow')

    admin = { ...admin, entityViewing: ['wells'] as EntityId[] }
    browser.openTab().tell('viewing-changed')

    await waitFor(() => expect(document.title).toMatch(/^North pump [23]/))
    expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Flow')
  })

  // spec 1-6-06
  it('shows a viewer only the name of the entity', async () => {
    renderApp({ path: '/dashboard', user: buildSessionUser({ role: 'viewer' }), routes })

    expect(await screen.findByText('Northwind Water')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Northwind Water/ })).toBeNull()
  })
})

describe('the main dashboard', () => {
  // spec 1-1-03, 1-2-40, 1-2-43
  it('lists the units with their activity, and counts them', async () => {
    renderApp({ path: '/dashboard', user: ada, routes })

    const card = await screen.findByRole('link', { name: /North pump/ })
    expect(card.textContent).toContain('Current')
    expect(card.getAttribute('href')).toBe('/dashboard/pump-1')
    expect(screen.getByRole('link', { name: /Harbour tank/ }).textContent).toContain('no activity')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Units 3')
    expect(document.title).toBe('Units · Fieldwatch')
  })

  // spec 1-1-04, 1-2-41
  it('answers a search at each key', async () => {
    renderApp({ path: '/dashboard', user: ada, routes })
    await screen.findByText('North pump')

    await user.type(screen.getByPlaceholderText('Search Units...'), 'pum')

    await waitFor(() => expect(screen.queryByText('Harbour tank')).toBeNull())
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Units 2 of 3')
  })

  it('forgets the search when a link leads to the whole dashboard', async () => {
    renderApp({ path: '/dashboard?search=tank', user: ada, routes })
    await screen.findByText('Harbour tank')

    await user.click(screen.getByRole('link', { name: 'Dashboard' }))

    expect(await screen.findByText('North pump')).toBeDefined()
    expect(screen.getByPlaceholderText<HTMLInputElement>('Search Units...').value).toBe('')
  })

  // spec 1-2-42
  it.each([
    ['Activated', 'North pump'],
    ['Deactivated', 'South pump'],
    ['Not Deployed', 'Harbour tank'],
  ])('filters by %s and keeps it in the address', async (filter, name) => {
    const { app } = renderApp({ path: '/dashboard', user: ada, routes })
    await screen.findByText('North pump')

    await user.click(screen.getByRole('button', { name: filter }))

    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.getByRole('listitem').textContent).toContain(name)
    expect(app.router.state.location.search).toEqual({ filter: filter.toLowerCase().replace(' ', '-') })

    await user.click(screen.getByRole('button', { name: 'All' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
  })

  it('says what to do when nothing matches', async () => {
    renderApp({ path: '/dashboard?search=zzz', user: ada, routes })

    await user.click(await screen.findByRole('button', { name: 'Show all units' }))

    expect(await screen.findByText('North pump')).toBeDefined()
  })

  it('says that there are no units', async () => {
    renderApp({ path: '/dashboard', user: ada, routes: [answerTo(listUnits, () => [])] })

    expect(await screen.findByText('No units found')).toBeDefined()
  })

  it('fails without a network instead of waiting, and comes when that is back', async () => {
    onlineManager.setOnline(false)
    onTestFinished(() => onlineManager.setOnline(true))
    let working = false
    renderApp({
      path: '/dashboard',
      user: ada,
      routes: [answerTo(listUnits, () => (working ? fleet : failure('server/internal')))],
    })
    await screen.findByRole('button', { name: 'Try again' })
    working = true
    act(() => onlineManager.setOnline(true))

    expect(await screen.findByText('North pump')).toBeDefined()
  })

  it('says what failed and asks again', async () => {
    let working = false
    renderApp({
      path: '/dashboard',
      user: ada,
      routes: [answerTo(listUnits, () => (working ? fleet : failure('server/internal')))],
    })
    await screen.findByText('The sentence of server/internal.')
    working = true

    await user.click(screen.getByRole('button', { name: 'Try again' }))

    expect(await screen.findByText('North pump')).toBeDefined()
  })

  // spec 1-8-06
  it('says so when the map cannot be drawn, beside a list that works', async () => {
    renderApp({ path: '/dashboard', user: ada, routes })
    await screen.findByText('North pump')

    expect(await screen.findByText('Map Loading Error', {}, { timeout: 5000 })).toBeDefined()
    expect(screen.getByText('Unable to load Maps. Please refresh the page or try again later.')).toBeDefined()
    expect(screen.getByText('North pump')).toBeDefined()
  })

  // spec 1-2-46
  it('leads from a card to the dashboard of its unit', async () => {
    const { app } = renderApp({ path: '/dashboard', user: ada, routes })

    await user.click(await screen.findByRole('link', { name: /North pump/ }))

    await waitFor(() => expect(app.router.state.location.pathname).toBe('/dashboard/pump-1'))
  })

  // spec 1-2-45, 1-9-27
  it.each([640, 768])('offers the map in turn with the list at %d px, the breakpoints of phones', async (width) => {
    createFakeScreen(width)
    renderApp({ path: '/dashboard', user: ada, routes })
    await screen.findByText('North pump')

    expect(screen.getByRole('button', { name: 'Show Map' })).toBeDefined()
  })

  it('shows the list and the map beside each other above 768 px', async () => {
    createFakeScreen(769)
    renderApp({ path: '/dashboard', user: ada, routes })
    await screen.findByText('North pump')

    expect(screen.queryByRole('button', { name: 'Show Map' })).toBeNull()
  })

  // spec 1-2-45
  it('shows list and map in turns on a small screen', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media.includes('max-width'),
      media,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    renderApp({ path: '/dashboard', user: ada, routes })
    await screen.findByText('North pump')

    await user.click(screen.getByRole('button', { name: 'Show Map' }))
    await waitFor(() => expect(screen.queryByText('North pump')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Show List' }))

    expect(await screen.findByText('North pump')).toBeDefined()
  })
})

describe('the session store', () => {
  // spec 1-3-51
  it('holds the user, the apps, the device and its template, as JSON', async () => {
    const device = buildUnit({ dataID: 'pump-1', friendlyName: 'North pump', defaultTemplate: 'pump' as TemplateId })
    renderApp({
      path: '/dashboard/pump-1',
      user: ada,
      routes: [
        answerTo(listUnits, () => device),
        answerAt(getTemplate, { id: 'pump' }, () => buildTemplate({ id: 'pump', title: 'Pump' })),
        answerTo(listApps, () => [buildApp({ id: 'sheet', name: 'Sheet', path: 'sheet', url: '/sheet' })]),
      ],
    })
    await screen.findByRole('heading', { name: 'North pump' })

    const stored = (): { queryKey: unknown[]; state: { data: unknown } }[] =>
      JSON.parse(window.sessionStorage.getItem('fieldwatch-session') ?? '{"queries":[]}').queries
    const held = (key: string): unknown => stored().find(({ queryKey }) => queryKey[0] === key)?.state.data
    await waitFor(() => expect(held('apps')).toMatchObject([{ id: 'sheet' }]), { timeout: 5000 })
    expect(stored()).toHaveLength(4)
    expect(held('me')).toMatchObject({ id: 'ada' })
    expect(held('unit')).toMatchObject({ dataID: 'pump-1' })
    expect(held('template')).toMatchObject({ title: 'Pump' })
  })
})
