import { answerAt, answerTo, failure, type Answer } from '#testing/answers.ts'
import { listApps } from '@fieldwatch/contract/people/apps'
import { listSims } from '@fieldwatch/contract/units/sims'
import { ACTION_OPTIONS } from '@fieldwatch/contract/actions/action-options'
import { getActionOptions, listActionRequests, type ActionRequest } from '@fieldwatch/contract/actions/actions'
import { listAlerts, type Alert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, SourceName } from '@fieldwatch/contract/api/ids'
import { listUnits, listRejectedMessages, type DataDocument } from '@fieldwatch/contract/units/units'
import { getMe, type Role } from '@fieldwatch/contract/people/users'
import { explainSilence, type UnitSilence } from '@fieldwatch/contract/units/unit-silence'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildAlertPage, buildAlertState, buildListedAlert } from '#testing/build-listed-alert.ts'
import { answered, buildRequest } from '#testing/build-request.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildSilence } from '#testing/build-silence.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()
function open({
  role = 'admin',
  silence = buildSilence(),
  path = '/dashboard/tank-01/management',
  unit = buildUnit({ dataID: 'tank-01', friendlyName: 'North tank' }),
  routes = [],
}: Setting = {}) {
  const me = buildSessionUser({ role })
  return renderApp({
    path,
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listApps, () => []),
      answerTo(listUnits, () => unit),
      answerTo(listSims, () => []),
      answerTo(explainSilence, () => (silence === null ? failure('server/internal') : silence)),
      answerAt(listRejectedMessages, { dataID: 'tank-01' }, () => []),
      ...routes,
    ],
  })
}

interface Setting {
  role?: Role
  silence?: UnitSilence | null
  path?: string
  unit?: DataDocument
  routes?: readonly Answer[]
}

beforeEach(() => window.sessionStorage.clear())

describe('the health of a unit', () => {
  it('says the likeliest reason of a silence first, and links from each fact to where it can be corrected', async () => {
    const sims = [
      { iccid: '8944', status: 'suspended', dataUsed: null, dataLimit: null, lastSessionUTC: null },
    ] as const
    open({
      silence: buildSilence({
        reason: 'sim-suspended',
        sentence: 'Its SIM card 8944 is suspended.',
        findings: [{ reason: 'refused', sentence: 'What it sends is refused.' }],
        sims: [...sims],
        lastRefusedUTC: '2026-11-21T08:00:00.000Z',
        lastRefusal: 'It is not valid JSON.',
        pausedData: ['flow' as SourceName],
      }),
    })

    const health = within(await screen.findByRole('region', { name: 'Device health' }))
    expect(await health.findByText('Silent')).toBeDefined()
    expect(health.getByText('Its SIM card 8944 is suspended.')).toBeDefined()
    expect(health.getByText('What it sends is refused.')).toBeDefined()
    const connection = within(screen.getByRole('region', { name: 'Connection' }))
    const links = connection.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['SIM card 8944', expect.stringMatching(/^\/sim-cards\?search=/)],
      ['Resume', '/dashboard/tank-01/management/data#data-control'],
      ['Show', '/dashboard/tank-01/management/data#refused-messages'],
      ['New token', '/dashboard/tank-01/management/administration#token'],
    ])
  })

  it('puts the focus where a fact leads, in another section', async () => {
    open({
      silence: buildSilence({ lastRefusedUTC: '2026-11-21T08:00:00.000Z', lastRefusal: 'It is not valid JSON.' }),
    })

    await user.click(await screen.findByRole('link', { name: 'Show' }))

    const refused = await screen.findByRole('region', { name: 'Last refused messages' })
    await expect.poll(() => document.activeElement).toBe(refused)
  })

  it('is opened by the link in the title of a unit that is not current, and says that a unit is healthy', async () => {
    const sentence = 'The unit sends data as usual.'
    open({ role: 'viewer', path: '/dashboard/tank-01', silence: buildSilence({ reason: 'not-silent', sentence }) })

    await user.click(await screen.findByRole('link', { name: 'Why is this unit silent?' }))

    const panel = await screen.findByRole('region', { name: 'Device health' })
    expect(await within(panel).findByText('Healthy')).toBeDefined()
    expect(within(panel).getByText(sentence)).toBeDefined()
    expect(document.activeElement).toBe(panel)
  })

  it('says that it could not be loaded, and checks again when asked', async () => {
    const { seen } = open({ role: 'viewer', silence: null })
    const panel = within(await screen.findByRole('region', { name: 'Device health' }))
    expect((await panel.findByRole('alert')).textContent).toContain('Failed to retrieve data.')
    const asked = () => seen.filter(({ path }) => path.startsWith('/api/v1/devices/silence')).length
    const before = asked()

    await user.click(panel.getByRole('button', { name: 'Check again' }))

    await expect.poll(asked).toBeGreaterThan(before)
  })
})

describe('the glance at alerts and requests', () => {
  const triggered = buildListedAlert({
    id: 'warm' as AlertId,
    states: [buildAlertState({ status: 'high', sinceUTC: '2026-11-21T08:00:00.000Z' })],
  })
  const alerts = (details: readonly Alert[]) => [answerTo(listAlerts, () => buildAlertPage(details))]
  const requests = (given: ActionRequest[]) => [
    answerTo(getActionOptions, () => ACTION_OPTIONS),
    answerTo(listActionRequests, () => ({
      requests: given,
      pagination: { page: 1, pageSize: 1, total: given.length, hasNext: false },
    })),
  ]

  it('names the triggered alerts and the last request, and leads to each', async () => {
    open({
      routes: [
        ...alerts([triggered, buildListedAlert({ id: 'other' as AlertId })]),
        ...requests([buildRequest({ action_id: 7, ...answered('OK') })]),
      ],
    })

    const glance = within(await screen.findByRole('region', { name: 'Alerts' }))
    expect(await glance.findByText('1 triggered')).toBeDefined()
    const alert = glance.getByRole('link', { name: 'Too warm' })
    expect(alert.getAttribute('href')).toBe('/dashboard/tank-01/management/alerts?alert=warm')
    const request = within(screen.getByRole('region', { name: 'Last request' }))
    expect(await request.findByText('OK')).toBeDefined()
    expect(await request.findByText('XetaSense Read')).toBeDefined()
    expect(request.getByRole('link', { name: 'All requests' }).getAttribute('href')).toBe(
      '/dashboard/tank-01/management/requests',
    )
  })

  it('says that no alert is triggered, and that there was no request', async () => {
    open({ routes: [...alerts([buildListedAlert()]), ...requests([])] })

    const glance = within(await screen.findByRole('region', { name: 'Alerts' }))
    expect(await glance.findByText('The alert on this unit is not triggered.')).toBeDefined()
    expect(await screen.findByText('No request has been sent to this unit.')).toBeDefined()
  })

  it('names the alerts of which nobody is notified', async () => {
    const deaf = buildListedAlert({ id: 'deaf' as AlertId, name: 'Deaf', notifiesNobody: true })
    open({ routes: [...alerts([triggered, deaf]), ...requests([])] })

    const glance = within(await screen.findByRole('region', { name: 'Alerts' }))
    expect(await glance.findByText(/^Nobody is notified of this alert\./)).toBeDefined()
    expect(glance.getByRole('link', { name: 'Deaf' }).getAttribute('href')).toBe(
      '/dashboard/tank-01/management/alerts?alert=deaf',
    )
  })

  it('shows no alert as OK while all are paused or have ended', async () => {
    const paused = buildListedAlert({ states: [buildAlertState({ resting: 'paused' })] })
    const ended = buildListedAlert({
      id: 'over' as AlertId,
      states: [buildAlertState({ ended: 'Its source was deleted.' })],
    })
    open({ routes: [...alerts([paused, ended]), ...requests([])] })

    const glance = within(await screen.findByRole('region', { name: 'Alerts' }))
    const headline = await glance.findByText('Not watching')
    expect(headline.dataset['status']).toBe('none')
    expect(glance.getByText('All 2 alerts on this unit are paused or have ended.')).toBeDefined()
  })

  it('has the time of the last message from the unit itself, in the health and in an alert on silence', async () => {
    const state = buildAlertState({ lastValue: null, lastUTC: '2026-11-21T08:00:00.000Z' })
    const silence = buildListedAlert({
      id: 'silent' as AlertId,
      type: 'silence',
      source: null,
      condition: null,
      silentSeconds: 600,
      states: [state],
    })
    open({
      unit: buildUnit({
        dataID: 'tank-01',
        lastActivityUTC: new Date(Date.now() - 3 * 60_000).toISOString(),
        lastMessage: 'level' as SourceName,
      }),
      silence: buildSilence({ reason: 'not-silent', sentence: 'The unit sends data as usual.' }),
      routes: alerts([silence]),
    })
    expect(await screen.findByText('Last message: 3 min ago')).toBeDefined()
    expect(await screen.findByText('3 min ago, from level')).toBeDefined()

    const sections = within(screen.getByRole('navigation', { name: 'Management' }))
    await user.click(sections.getByRole('link', { name: 'Alerts' }))

    expect((await screen.findAllByText('3 min ago')).length).toBeGreaterThan(0)
  })
})
