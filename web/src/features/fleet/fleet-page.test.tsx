import { answerTo } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { listTriggeredUnits } from '@fieldwatch/contract/alerts/alert-triggered'
import { listLabels } from '@fieldwatch/contract/units/labels'
import type { EntityId, LabelId } from '@fieldwatch/contract/api/ids'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeScreen } from '#testing/fake-screen.ts'
import { renderApp } from '#testing/render-app.tsx'
import { EmptyMapNote } from './fleet-map.tsx'

const user = userEvent.setup()
const fleet = [
  buildUnit({ dataID: 'pump-1', friendlyName: 'North pump', lastActivityUTC: new Date().toISOString() }),
  buildUnit({ dataID: 'pump-2', friendlyName: 'South pump', active: false }),
  buildUnit({ dataID: 'tank-1', friendlyName: 'Harbour tank', lastActivityUTC: null }),
]

beforeEach(() => window.sessionStorage.clear())

describe('the list of units', () => {
  it('has filters that count what the search finds', async () => {
    renderApp({ path: '/dashboard', user: buildSessionUser(), routes: [answerTo(listUnits, () => fleet)] })
    await screen.findByText('North pump')
    const counts = () =>
      ['All', 'Activated', 'Deactivated', 'Not Deployed'].map(
        (name) => screen.getByRole('button', { name }).textContent,
      )
    expect(counts()).toEqual(['All3', 'Activated1', 'Deactivated1', 'Not Deployed1'])

    await user.type(screen.getByRole('searchbox', { name: 'Search Units' }), 'pump')

    await waitFor(() => expect(counts()).toEqual(['All2', 'Activated1', 'Deactivated1', 'Not Deployed0']))
    expect(screen.getByRole('heading', { name: 'Units 2 of 3' })).toBeDefined()
  })

  it('has its controls in one row on a low screen, with the filters in a select', async () => {
    createFakeScreen(844, 390)
    renderApp({ path: '/dashboard', user: buildSessionUser(), routes: [answerTo(listUnits, () => fleet)] })
    await screen.findByText('North pump')
    const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filter by status' })
    expect([...filter.options].map(({ label }) => label)).toEqual([
      'All (3)',
      'Activated (1)',
      'Deactivated (1)',
      'Not Deployed (1)',
    ])

    await user.selectOptions(filter, 'deactivated')

    await waitFor(() => expect(screen.queryByText('North pump')).toBeNull())
    expect(screen.getByText('South pump')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Add unit' })).toBeDefined()
    expect(screen.queryByRole('group', { name: 'Filter by status' })).toBeNull()
  })

  it('has every tool in the one row at 200 % zoom, where the list is as wide as the window', async () => {
    createFakeScreen(640, 400)
    renderApp({ path: '/dashboard', user: buildSessionUser(), routes: [answerTo(listUnits, () => fleet)] })
    await screen.findByText('North pump')

    expect(screen.getByRole('button', { name: 'Edit labels' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Import units' }))
    expect(await screen.findByRole('dialog', { name: 'Import units' })).toBeDefined()
  })

  // spec 1-3-11
  it('shows only the units that are assigned to the person, where there are some and that is selected', async () => {
    const me = buildSessionUser({ units: ['tank-1', 'gone-1'] })
    const { app } = renderApp({ path: '/dashboard', user: me, routes: [answerTo(listUnits, () => fleet)] })
    await screen.findByText('North pump')

    await user.click(screen.getByRole('checkbox', { name: 'My units' }))

    await waitFor(() => expect(screen.queryByText('North pump')).toBeNull())
    expect(screen.getByText('Harbour tank')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Units 1 of 3' })).toBeDefined()
    expect(app.router.state.location.search).toEqual({ mine: true })
  })

  it('offers no choice of own units to a person to whom none are assigned', async () => {
    renderApp({
      path: '/dashboard?mine=true',
      user: buildSessionUser(),
      routes: [answerTo(listUnits, () => fleet)],
    })

    expect(await screen.findByText('North pump')).toBeDefined()
    expect(screen.queryByRole('checkbox', { name: 'My units' })).toBeNull()
  })

  it('can be skipped by keyboard', async () => {
    renderApp({ path: '/dashboard', user: buildSessionUser(), routes: [answerTo(listUnits, () => fleet)] })
    await screen.findByText('North pump')

    const target = screen.getByRole('link', { name: 'Skip the list' }).getAttribute('href')
    expect(document.querySelector(target ?? '')?.getAttribute('tabindex')).toBe('-1')
  })

  it('marks the units of a disabled entity, and no other', async () => {
    const me = buildSessionUser({
      entityData: {
        water: { name: 'Northwind Water', logo: '', icon: '', status: 'active' },
        wells: { name: 'Northern Wells', logo: '', icon: '', status: 'disabled' },
      },
    })
    const units = [
      buildUnit({ dataID: 'well-1', friendlyName: 'Old well', entities: ['wells' as EntityId] }),
      buildUnit({ dataID: 'both-1', friendlyName: 'Shared well', entities: ['wells', 'water'] as EntityId[] }),
    ]
    renderApp({ path: '/dashboard', user: me, routes: [answerTo(listUnits, () => units)] })

    expect((await screen.findByRole('link', { name: /Old well/ })).textContent).toContain('Entity disabled')
    expect(screen.getByRole('link', { name: /Shared well/ }).textContent).not.toContain('Entity disabled')
  })
})

describe('triggered alerts', () => {
  it('are marked on their units, all asked for at once', async () => {
    const units = [
      buildUnit({ dataID: 'well-1', friendlyName: 'Old well' }),
      buildUnit({ dataID: 'well-2', friendlyName: 'New well' }),
    ]
    const { seen } = renderApp({
      path: '/dashboard',
      user: buildSessionUser(),
      routes: [answerTo(listUnits, () => units), answerTo(listTriggeredUnits, () => [{ dataID: 'well-1', alerts: 1 }])],
    })

    await waitFor(() => expect(screen.getByRole('link', { name: /Old well/ }).textContent).toContain('Triggered'))
    expect(screen.getByRole('link', { name: /New well/ }).textContent).not.toContain('Triggered')
    expect(seen.filter(({ path }) => path.startsWith('/api/v1/alerts'))).toHaveLength(1)
  })
})

describe('the map of the units', () => {
  it('says that it is loading until its part has come', async () => {
    renderApp({ path: '/dashboard', user: buildSessionUser(), routes: [answerTo(listUnits, () => fleet)] })

    expect(await screen.findByText('Loading the map…')).toBeDefined()
  })
})

describe('a map without units', () => {
  it.each([
    [[], 'No units to show here.'],
    [[{ active: false }], 'Deactivated units are not on the map.'],
    [[{ active: true }, { active: false }], 'None of these units has sent its position.'],
  ])('of %j says %s', (units, text) => {
    render(<EmptyMapNote units={units} />)

    expect(screen.getByText(text)).toBeDefined()
  })
})

describe('labels in the list', () => {
  const label = (labelID: string, name: string) =>
    ({ labelID, entity: 'water', name, colour: 'red', units: 1, version: 1 }) as const
  const routes = [
    answerTo(listUnits, () => [
      buildUnit({ dataID: 'pump-1', friendlyName: 'North pump', labels: ['urgent', 'spare', 'gone'] as LabelId[] }),
      buildUnit({ dataID: 'pump-2', friendlyName: 'South pump', labels: ['spare'] as LabelId[] }),
    ]),
    answerTo(listLabels, () => [label('spare', 'Has a spare'), label('urgent', 'Urgent')]),
  ]

  it('are beside the names of the units, and are what the search finds', async () => {
    renderApp({ path: '/dashboard', user: buildSessionUser(), routes })
    const north = await screen.findByRole('link', { name: /North pump/ })

    await waitFor(() => expect(north.textContent).toContain('Has a spareUrgent'))
    await user.type(screen.getByRole('searchbox', { name: 'Search Units' }), 'urgent')

    await waitFor(() => expect(screen.queryByRole('link', { name: /South pump/ })).toBeNull())
  })

  it('filter the list by the address, units that have all of them, and by what is selected', async () => {
    const { app } = renderApp({
      path: '/dashboard?labels=["spare","urgent","removed"]',
      user: buildSessionUser(),
      routes,
    })
    await screen.findByRole('link', { name: /North pump/ })
    await waitFor(() => expect(screen.queryByRole('link', { name: /South pump/ })).toBeNull())

    await user.click(await screen.findByRole('combobox', { name: 'Filter by labels' }))
    await user.keyboard('{Backspace}{Backspace}')

    await screen.findByRole('link', { name: /South pump/ })
    await waitFor(() => expect(app.router.state.location.search).not.toHaveProperty('labels'))
  })
})
