import type { SourceName } from '@fieldwatch/contract/ids'
import type { Role } from '@fieldwatch/contract/users'
import type { UnitSilence } from '@fieldwatch/contract/unit-silence'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildSilence } from '#testing/build-silence.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { failure, success } from '#testing/fake-server.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()
const unit = buildUnit({ dataID: 'tank-01', friendlyName: 'North tank' })

function open({ role = 'admin', silence = buildSilence(), path = '/dashboard/tank-01/management' }: Setting = {}) {
  const me = buildSessionUser({ role })
  return renderApp({
    path,
    user: me,
    routes: {
      'GET /api/v1/me': () => success(me),
      'GET /api/v1/apps': () => success([]),
      'GET /api/v1/devices': () => success(unit),
      'GET /api/v1/sims': () => success([]),
      'GET /api/v1/devices/silence': () => (silence === null ? failure(500, 'server/internal') : success(silence)),
      'GET /api/v1/devices/tank-01/rejected-messages': () => success([]),
    },
  })
}

interface Setting {
  role?: Role
  silence?: UnitSilence | null
  path?: string
}

beforeEach(() => window.sessionStorage.clear())

describe('the explanation of a silence', () => {
  it('says the likeliest reason first, and leads from each fact to where it can be mended', async () => {
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

    const panel = within(await screen.findByRole('region', { name: 'Why is this unit silent?' }))
    expect(await panel.findByText('Its SIM card 8944 is suspended.')).toBeDefined()
    expect(panel.getByText('What it sends is refused.')).toBeDefined()
    const links = panel.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['SIM card 8944', expect.stringMatching(/^\/sim-cards\?search=/)],
      ['Resume', '/dashboard/tank-01/management#data-control'],
      ['See them', '/dashboard/tank-01/management#refused-messages'],
      ['New token', '/dashboard/tank-01/management#token'],
    ])
  })

  it('puts the focus where a fact leads', async () => {
    open({
      silence: buildSilence({ lastRefusedUTC: '2026-11-21T08:00:00.000Z', lastRefusal: 'It is not valid JSON.' }),
    })

    await user.click(await screen.findByRole('link', { name: 'See them' }))

    const refused = await screen.findByRole('region', { name: 'Last refused messages' })
    await expect.poll(() => document.activeElement).toBe(refused)
  })

  it('is where the head of the unit leads that is not current, and says of one that sends that it is heard', async () => {
    const sentence = 'The unit is not silent: its last record arrived 1 minute ago.'
    open({ role: 'viewer', path: '/dashboard/tank-01', silence: buildSilence({ reason: 'not-silent', sentence }) })

    await user.click(await screen.findByRole('link', { name: 'Why is this unit silent?' }))

    const panel = await screen.findByRole('region', { name: 'This unit is heard' })
    expect(within(panel).getByText(sentence)).toBeDefined()
    expect(document.activeElement).toBe(panel)
  })

  it('says that it could not be had, and looks again when asked', async () => {
    const { seen } = open({ role: 'viewer', silence: null })
    const panel = within(await screen.findByRole('region', { name: 'Why is this unit silent?' }))
    expect((await panel.findByRole('alert')).textContent).toContain('Failed to retrieve data.')
    const asked = () => seen.filter(({ path }) => path.startsWith('/api/v1/devices/silence')).length
    const before = asked()

    await user.click(panel.getByRole('button', { name: 'Look again' }))

    await expect.poll(asked).toBeGreaterThan(before)
  })
})
