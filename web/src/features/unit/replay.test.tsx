import { formatClock } from '@fieldwatch/contract/time/moment-text'
import type { SourceName, TemplateId } from '@fieldwatch/contract/api/ids'
import { getState, type UnitState } from '@fieldwatch/contract/replay/state'
import { listStateSteps } from '@fieldwatch/contract/replay/state-steps'
import { getCurrent } from '@fieldwatch/contract/telemetry/data'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { listUnits } from '@fieldwatch/contract/units/units'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answerAt, answerTo, failure } from '#testing/answers.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildTemplate } from '#testing/build-template.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'

const UNIT = buildUnit({ dataID: 'tank-1', friendlyName: 'North tank', defaultTemplate: 'tank' as TemplateId })
const GAUGE = { title: 'Level', range: [0, 1440], source: 'tank', field: 'level' }
const RANGE = '2026-05-01T00:00:00.000Z~2026-05-02T00:00:00.000Z'
const NOON = '2026-05-01T12:00:00.000Z'
const address = (more = ''): string =>
  `/dashboard/tank-1?replay=${encodeURIComponent(RANGE)}&moment=${encodeURIComponent(NOON)}${more}`

/** The level is the minute of the day; an alert is triggered in the afternoon. */
function stateAt(at: string): UnitState {
  const minute = Math.floor((Date.parse(at) - Date.parse('2026-05-01T00:00:00Z')) / 60_000)
  return {
    dataID: UNIT.dataID,
    records: [{ subject: 'tank' as SourceName, record: { messageUTC: at, recieveUTC: at, level: minute } }],
    position: null,
    active: true,
    lastActivityUTC: at,
    alerts:
      minute <= 720
        ? []
        : [
            {
              alertID: 'a1' as UnitState['alerts'][number]['alertID'],
              name: 'High water',
              sinceUTC: NOON,
              value: 4,
              limit: 3,
              unitOfMeasure: 'm',
              late: false,
              acknowledgedUTC: null,
              acknowledgedBy: null,
              notifications: [
                { kind: 'alarm', channel: 'mail', recipient: 'ada@north.example', atUTC: NOON, state: 'sent' },
              ],
            },
          ],
    occurrences: [],
    requests: [],
    configurations: [],
  }
}

function open(path: string, me = buildSessionUser()) {
  const server = createFakeServer([
    answerTo(listUnits, () => UNIT),
    answerAt(getTemplate, { id: 'tank' }, () => buildTemplate({ overview: { gauges: [GAUGE] } })),
    answerTo(getCurrent, () => failure('data/not-found')),
    answerTo(getState, ({ body }) => ({ units: [stateAt(body.at)] })),
    answerTo(listStateSteps, ({ body: { direction, limit } }) => ({
      steps:
        limit === 1 && direction === 'desc'
          ? []
          : [
              {
                atUTC: '2026-05-01T15:00:00.000Z',
                dataID: UNIT.dataID,
                kind: 'alert',
                happening: 'high',
                id: 'a1',
                title: 'High water',
              },
            ],
      more: false,
    })),
  ])
  const asked = () =>
    server.seen.flatMap(({ path: where, body }) =>
      where.endsWith('/state') ? [body as { at: string; asKnownAt?: string }] : [],
    )
  return { asked, ...renderUnit(server.fetch, path, me) }
}

describe('the replay of a unit', () => {
  it('shows the values of the moment in the address, and nothing that arrives', async () => {
    const { live } = open(address())
    await screen.findByText('720.00')
    const now = new Date().toISOString()
    act(() => live.send('tank', { messageUTC: now, recieveUTC: now, level: 3 }))

    expect((await screen.findByRole('region', { name: 'Replay' })).textContent).toContain('You see the past:')
    expect(screen.getByRole('meter', { name: 'Level' }).getAttribute('aria-valuetext')).toBe('720.00')
    expect(live.followed()).toEqual([])
    // The value is as old as the moment, which is not now.
    expect(screen.queryByText('now')).toBeNull()
    expect(screen.getByText(formatClock(Date.parse(NOON), { timeFormat: '24Hour', seconds: true }))).toBeDefined()
  })

  it('asks for what was known then', async () => {
    const { asked } = open(address('&known=then'))
    await screen.findByText('720.00')

    expect(asked().at(-1)).toMatchObject({ at: NOON, asKnownAt: NOON })
  })

  it('moves by keys, and writes the moment where it rests into the address', async () => {
    const view = open(address())
    const slider = await screen.findByRole('slider', { name: 'Moment' })
    slider.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{PageDown}')
    await screen.findByText('670.00')

    await waitFor(() => expect(decodeURIComponent(view.address())).toContain('moment=2026-05-01T11:10:00.000Z'))
    expect(slider.getAttribute('aria-valuetext')).toMatch(/:10:00/)
  })

  it('steps to what happened next, and says what it was and who was notified', async () => {
    open(address())
    await screen.findByText('720.00')
    await userEvent.click(screen.getByRole('button', { name: 'Next change' }))

    expect(await screen.findByText('High water: triggered')).toBeDefined()
    await userEvent.click(await screen.findByRole('button', { name: /At this moment: .*1 alert/ }))
    expect(screen.getByText('High water: 4 m, limit 3 m')).toBeDefined()
    expect(screen.getByText('ada@north.example: triggered by mail, sent')).toBeDefined()
  })

  it('shows the values of an alert as its reader prefers them', async () => {
    open(address().replace('12%3A00', '13%3A00'), buildSessionUser({ measures: { system: 'US' } }))

    await userEvent.click(await screen.findByRole('button', { name: /At this moment: .*1 alert/ }))

    expect(screen.getByText('High water: 13.1234 ft, limit 9.8425 ft')).toBeDefined()
  })

  it('says that nothing changed before', async () => {
    open(address())
    await screen.findByText('720.00')
    await userEvent.click(screen.getByRole('button', { name: 'Previous change' }))

    expect(await screen.findByText('Nothing changed earlier in this range.')).toBeDefined()
  })

  it('cannot be edited, and leads back to live', async () => {
    const view = open(address())
    await screen.findByText('720.00')
    expect(screen.queryByRole('button', { name: /Add Widget/ })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Back to live' }))

    expect(await screen.findByRole('button', { name: 'Replay' })).toBeDefined()
    expect(view.address()).toBe('/dashboard/tank-1')
    expect(screen.getByRole('button', { name: /Add Widget/ })).toBeDefined()
  })

  it('opens an hour before now, and keeps the moment on the way to the charts and back', async () => {
    const view = open('/dashboard/tank-1')
    await userEvent.click(await screen.findByRole('button', { name: 'Replay' }))
    await screen.findByRole('slider', { name: 'Moment' })
    const moment = new URLSearchParams(view.address().split('?')[1]).get('moment') ?? ''

    expect(Math.abs(Date.now() - Date.parse(moment) - 3_600_000)).toBeLessThan(120_000)
    await userEvent.click(screen.getByRole('link', { name: 'Overview' }))
    expect(decodeURIComponent(view.address())).toContain(`moment=${moment}`)
  })
})
