import { answerTo, failure, type Answer } from '#testing/answers.ts'
import { getMe } from '@fieldwatch/contract/people/users'
import { listAlertNotifications, type AlertNotification } from '@fieldwatch/contract/alerts/alert-history'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()

const sent: AlertNotification = {
  alertID: 'warm' as AlertNotification['alertID'],
  alertName: 'Too warm',
  kind: 'alarm',
  channel: 'mail',
  recipient: 'ada@northwind.example',
  unitCount: 1,
  units: [],
  atUTC: '2026-11-22T08:00:00.000Z',
  state: 'sent',
  sentUTC: '2026-11-22T08:00:01.000Z',
  attempts: 1,
  reason: null,
}

function open(routes: readonly Answer[]) {
  const me = buildSessionUser({ role: 'admin' })
  return renderApp({
    path: '/settings?tab=delivery-log',
    user: me,
    routes: [answerTo(getMe, () => me), ...routes],
  })
}

beforeEach(() => window.sessionStorage.clear())

describe('the Delivery Log tab', () => {
  it('says to whom what was sent, by which way, and what became of it, and continues page by page', async () => {
    const failed = { channel: 'webhook', recipient: 'Control room', state: 'failed', sentUTC: null } as const
    const older: AlertNotification = {
      ...sent,
      ...failed,
      unitCount: 3,
      attempts: 4,
      reason: 'It answered with HTTP status 500',
    }
    const { seen } = open([
      answerTo(listAlertNotifications, ({ path }) =>
        path.includes('after=') ? { notifications: [older], next: null } : { notifications: [sent], next: '5.1' },
      ),
    ])
    const table = within(await screen.findByRole('table', { name: 'Delivery Log' }))
    expect(await table.findByText('ada@northwind.example')).toBeDefined()
    expect(table.getByText(/^Delivered 22 Nov 2026/)).toBeDefined()

    await user.click(screen.getByRole('button', { name: 'Show older ones' }))

    expect(await table.findByText('Control room')).toBeDefined()
    expect(table.getByText('About 3 units. It answered with HTTP status 500 4 attempts.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Show older ones' })).toBeNull()
    expect(seen.at(-1)?.path).toContain('after=5.1')
  })

  it('is narrowed by way and state, and says that there is nothing of the kind', async () => {
    const { seen } = open([
      answerTo(listAlertNotifications, ({ path }) => ({
        notifications: path.includes('state=') ? [] : [sent],
        next: null,
      })),
    ])
    await screen.findByText('ada@northwind.example')

    await user.selectOptions(screen.getByLabelText('Channel'), 'SMS')
    await user.selectOptions(screen.getByLabelText('State'), 'Failed')

    expect(await screen.findByText('No notifications match the filter.')).toBeDefined()
    expect(seen.at(-1)?.path).toMatch(/channel=sms&state=failed/)
  })

  it('says that it could not be had', async () => {
    open([answerTo(listAlertNotifications, () => failure('access/forbidden'))])

    expect((await screen.findByRole('alert')).textContent).toContain('Failed to retrieve data.')
  })
})
