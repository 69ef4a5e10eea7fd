import { answerTo, failure, type Answer, whole } from '#testing/answers.ts'
import {
  listAlertHistory,
  acknowledgeAlert,
  snoozeAlert,
  type AlertHistoryEntry,
} from '@fieldwatch/contract/alerts/alert-history'
import { listAlerts, removeAlert, unsubscribeAlert, type Alert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, DataId, UserId } from '@fieldwatch/contract/api/ids'
import { type AffectedThing, listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { getMe, type Role } from '@fieldwatch/contract/people/users'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildAlertPage, buildAlertState, buildHappening, buildListedAlert } from '#testing/build-listed-alert.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { findEnabled } from '#testing/find-enabled.ts'
import { createFakeScreen } from '#testing/fake-screen.ts'
import { type SeenRequest } from '#testing/fake-server.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { renderApp } from '#testing/render-app.tsx'

const high = buildAlertState({
  status: 'high',
  sinceUTC: '2026-11-21T07:00:00.000Z',
  value: 8.4,
  lastValue: 9.1,
})
const owned = buildListedAlert({ states: [high], users: ['ada', 'bob'] as UserId[] })
const shared = buildListedAlert({ id: 'shared' as AlertId, name: 'Pump stopped', mine: 'viewer' })

interface Setting {
  role?: Role
  path?: string
  alerts?: readonly Alert[]
  history?: readonly AlertHistoryEntry[]
  routes?: readonly Answer[]
}

/** The alerts of a person in Settings, before a server that lists as the real one does. */
function openAlerts({ role = 'viewer', path = '', alerts = [owned, shared], history = [], routes = [] }: Setting = {}) {
  const me = buildSessionUser({ role })
  return renderApp({
    path: `/settings?tab=alerts${path}`,
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listAlerts, ({ path: asked }) => {
        const query = new URLSearchParams(asked.split('?')[1])
        const found = alerts.filter(
          (one) =>
            (query.get('all') === 'true' || one.mine !== 'none') &&
            (!query.has('mine') || one.mine === query.get('mine')) &&
            (!query.has('alertID') || one.id === query.get('alertID')),
        )
        const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 100)]
        const listed = found.slice((page - 1) * pageSize, page * pageSize)
        const pagination = { page, pageSize, total: found.length, hasNext: page * pageSize < found.length }
        return whole({ status: 'success', details: listed, pagination })
      }),
      answerTo(listAlertHistory, () => ({ history, next: null })),
      ...routes,
    ],
  })
}

const list = async (name: string) => within(await screen.findByRole('table', { name }))
const rowOf = async (table: string, name: string) => {
  const row = (await (await list(table)).findByText(name)).closest('tr')
  return within(row ?? expect.fail('no row'))
}

async function menuOf(table: string, name: string): Promise<string[]> {
  await userEvent.click((await rowOf(table, name)).getByRole('button', { name: `Actions for ${name}` }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent ?? '')
}

const sent = (seen: readonly SeenRequest[], path: string) =>
  seen.filter((request) => request.method !== 'GET' && request.path === `/api/v1/alerts${path}`)

describe('Alert Details', () => {
  // spec 1-2-111, 2-2-71, 2-2-72
  it('lists Owned Alerts and Alerts Shared With Me with their status', async () => {
    openAlerts()

    expect(await screen.findByRole('heading', { name: 'Alert Details' })).toBeDefined()
    expect((await rowOf('Owned Alerts', 'Too warm')).getByText('Triggered')).toBeDefined()
    expect((await rowOf('Owned Alerts', 'Too warm')).getByText('North tank')).toBeDefined()
    expect((await rowOf('Alerts Shared With Me', 'Pump stopped')).getByText('OK')).toBeDefined()
    expect(screen.queryByLabelText('View All Alerts')).toBeNull()
  })

  it('has an alert that watches nothing in grey, not as OK', async () => {
    const idle = { ended: 'Its source was deleted.' }
    const alerts = [
      buildListedAlert({ id: 'over' as AlertId, name: 'Over', ...idle }),
      buildListedAlert({ id: 'rests' as AlertId, name: 'Rests', states: [buildAlertState({ resting: 'paused' })] }),
      buildListedAlert({ id: 'well' as AlertId, name: 'Well' }),
    ]
    openAlerts({ alerts })

    const signOf = async (name: string, word: string) =>
      (await rowOf('Owned Alerts', name)).getByText(word).dataset['status']
    expect([await signOf('Over', 'Ended'), await signOf('Rests', 'Paused'), await signOf('Well', 'OK')]).toEqual([
      'none',
      'none',
      'ok',
    ])
  })

  it('says of an alert that nobody is notified of it, unless it has ended', async () => {
    const quiet = { notifiesNobody: true }
    openAlerts({
      alerts: [
        buildListedAlert({ ...quiet, id: 'deaf' as AlertId, name: 'Deaf' }),
        buildListedAlert({ ...quiet, id: 'over' as AlertId, name: 'Over', ended: 'Its source was deleted.' }),
      ],
    })

    expect((await rowOf('Owned Alerts', 'Deaf')).getByText(/^Nobody is notified of this alert\./)).toBeDefined()
    expect((await rowOf('Owned Alerts', 'Over')).queryByText(/^Nobody is notified/)).toBeNull()
  })

  // spec 2-2-75, 2-2-76
  it('lets owners edit and delete, and viewers only unsubscribe', async () => {
    openAlerts()

    expect(await menuOf('Owned Alerts', 'Too warm')).toEqual([
      'Acknowledge',
      'Snooze',
      'Mute notifications',
      'Edit',
      'Delete',
    ])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryAllByRole('menuitem')).toEqual([]))
    expect(await menuOf('Alerts Shared With Me', 'Pump stopped')).toEqual(['Unsubscribe'])
  })

  // spec 2-2-73, 2-6-06
  it('shows an admin all alerts, who may edit and delete them', async () => {
    const foreign = buildListedAlert({ id: 'foreign' as AlertId, name: 'Cold', mine: 'none' })
    openAlerts({ role: 'admin', alerts: [owned, foreign] })
    await rowOf('Owned Alerts', 'Too warm')
    await userEvent.click(screen.getByLabelText('View All Alerts'))

    expect(await menuOf('All Alerts', 'Cold')).toEqual(['Snooze', 'Edit', 'Delete'])
    expect(window.location.search).toBe('?tab=alerts&all=true')
    expect(screen.queryByRole('table', { name: 'Owned Alerts' })).toBeNull()
  })

  // spec 2-6-05
  it('keeps all alerts from a viewer, whatever the address says', async () => {
    const { seen } = openAlerts({ path: '&all=true' })
    await rowOf('Owned Alerts', 'Too warm')

    expect(seen.filter(({ path }) => path.includes('all=true'))).toEqual([])
  })

  it('asks the server for the page that is looked at', async () => {
    const alerts = Array.from({ length: 2_345 }, (_alert, index) =>
      buildListedAlert({ id: `a${index}` as AlertId, name: `Alert ${index}` }),
    )
    const { seen } = openAlerts({ alerts })
    await rowOf('Owned Alerts', 'Alert 9')
    const pager = within(screen.getByRole('navigation', { name: 'Pages of Owned Alerts' }))
    await userEvent.click(pager.getByRole('button', { name: 'Page 2' }))

    expect(await rowOf('Owned Alerts', 'Alert 10')).toBeDefined()
    expect(screen.getByText('11–20 of 2,345')).toBeDefined()
    const pages = seen.filter(({ path }) => path.includes('mine=owner')).map(({ path }) => path.split('?')[1])
    expect(pages).toEqual(['mine=owner&page=1&pageSize=10', 'mine=owner&page=2&pageSize=10'])
  })

  it('says what would be there where nothing is', async () => {
    openAlerts({ alerts: [] })

    expect(await screen.findByText(/^You own no alerts yet\./)).toBeDefined()
    expect(screen.getByText('No alerts are shared with you.')).toBeDefined()
  })

  it('says that the alerts could not be read, and reads them again', async () => {
    let broken = true
    const routes = [answerTo(listAlerts, () => (broken ? failure('server/internal') : buildAlertPage([owned])))]
    openAlerts({ routes })
    const [again] = await screen.findAllByRole('button', { name: 'Try again' })
    broken = false
    await userEvent.click(again ?? expect.fail('nothing to press'))

    expect(await rowOf('Owned Alerts', 'Too warm')).toBeDefined()
  })

  it('deletes an alert once it was asked, and says so', async () => {
    const things: AffectedThing[] = [
      { kind: 'waiting message', id: '1', name: 'bob@northwind.example', follows: 'ends' },
    ]
    const { seen } = openAlerts({
      routes: [answerTo(removeAlert), answerTo(listConsequences, () => ({ things, more: [] }))],
    })
    await menuOf('Owned Alerts', 'Too warm')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Too warm?' }))
    expect(dialog.getByText(/1 other person gets its notifications\. It is triggered: everyone who was/)).toBeDefined()
    expect(await dialog.findByText('1 waiting message: bob@northwind.example')).toBeDefined()
    await userEvent.dblClick(await findEnabled(dialog, 'Delete'))

    expect(await screen.findByText('Too warm is deleted.')).toBeDefined()
    expect(sent(seen, '').map(({ body }) => body)).toEqual([{ alertID: owned.id }])
  })

  it('says before an alert that is OK is deleted that its other owners hear of it', async () => {
    openAlerts({ alerts: [buildListedAlert({ id: 'well' as AlertId, name: 'Well' })] })
    await menuOf('Owned Alerts', 'Well')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Well?' }))
    expect(dialog.getByText(/Its other owners get a mail\.$/)).toBeDefined()
    expect(await dialog.findByText('Nothing else changes.')).toBeDefined()
  })

  it('keeps what could not be deleted, and says why', async () => {
    openAlerts({ routes: [answerTo(removeAlert, () => failure('access/forbidden'))] })
    await menuOf('Owned Alerts', 'Too warm')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))

    expect(await screen.findByText('The alert was not deleted.')).toBeDefined()
    expect(screen.getByText('The sentence of access/forbidden.')).toBeDefined()
  })

  it('asks a viewer before they leave an alert, and an owner may take their messages back', async () => {
    const quiet = buildListedAlert({ unsubscribed: true })
    const { seen } = openAlerts({
      alerts: [quiet, shared],
      routes: [answerTo(unsubscribeAlert)],
    })
    await menuOf('Alerts Shared With Me', 'Pump stopped')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Unsubscribe' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unsubscribe' }))
    expect(await screen.findByText('You are unsubscribed from Pump stopped.')).toBeDefined()
    await menuOf('Owned Alerts', 'Too warm')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Unmute notifications' }))

    expect(await screen.findByText('You get notifications of Too warm again.')).toBeDefined()
    expect(sent(seen, '/unsubscribe').map(({ body }) => body)).toEqual([
      { alertID: shared.id, subscribe: false },
      { alertID: quiet.id, subscribe: true },
    ])
  })

  it('lets a viewer who ended the messages by the link in a mail have them again', async () => {
    const quiet = buildListedAlert({
      id: 'shared' as AlertId,
      name: 'Pump stopped',
      mine: 'viewer',
      unsubscribed: true,
    })
    const { seen } = openAlerts({ alerts: [quiet], routes: [answerTo(unsubscribeAlert)] })

    expect(await menuOf('Alerts Shared With Me', 'Pump stopped')).toEqual(['Unmute notifications', 'Unsubscribe'])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Unmute notifications' }))
    expect(await screen.findByText('You get notifications of Pump stopped again.')).toBeDefined()
    expect(sent(seen, '/unsubscribe').map(({ body }) => body)).toEqual([{ alertID: quiet.id, subscribe: true }])
  })

  it('makes cards of its rows on a phone', async () => {
    createFakeScreen(390)
    openAlerts()

    const cards = await screen.findByRole('list', { name: 'Owned Alerts' })
    expect(within(cards).getByText('room.temp greater than 8')).toBeDefined()
  })
})

describe('one alert', () => {
  const other = buildAlertState({ dataID: 'tank-02' as DataId, friendlyName: 'South tank' })
  const alert = buildListedAlert({ states: [high, other], clearLimit: 6, interval: 3_600 })

  it('opens by its name, and its address leads to it', async () => {
    openAlerts({ alerts: [alert] })
    await userEvent.click((await rowOf('Owned Alerts', 'Too warm')).getByRole('button', { name: 'Too warm' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Too warm' }))
    expect(await dialog.findByText('room.temp greater than 8. OK again at 6')).toBeDefined()
    expect(dialog.getByText('Every 1 h while triggered')).toBeDefined()
    expect(window.location.search).toBe('?tab=alerts&alert=warm')
    const devices = within(dialog.getByRole('table', { name: 'Units' }))
    const rows = devices.getAllByRole('row').slice(1)
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent)
          .slice(0, 2),
      ),
    ).toEqual([
      ['North tank', 'Triggered'],
      ['South tank', 'OK'],
    ])
    expect(within(rows[0] ?? expect.fail()).getByText('9.1')).toBeDefined()
  })

  it('is acknowledged with a comment, once however often the button is pressed', async () => {
    const { seen } = openAlerts({
      alerts: [alert],
      path: '&alert=warm',
      routes: [answerTo(acknowledgeAlert)],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Acknowledge' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Acknowledge Too warm' }))
    await userEvent.type(dialog.getByLabelText('Comment'), 'On my way.')
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Acknowledge' }))

    expect(await screen.findByText('Too warm is acknowledged.')).toBeDefined()
    expect(sent(seen, '/acknowledge').map(({ body }) => body)).toEqual([{ alertID: alert.id, comment: 'On my way.' }])
  })

  it('shows by whom and when it was acknowledged, still as triggered, and offers it no more', async () => {
    const acknowledgedUTC = '2026-11-21T08:05:00.000Z'
    const acknowledged = { ...high, acknowledgedUTC, acknowledgedBy: 'Bob', comment: 'On my way.' }
    openAlerts({ alerts: [{ ...alert, states: [acknowledged, other] }], path: '&alert=warm' })
    const dialog = within(await screen.findByRole('dialog', { name: 'Too warm' }))
    const text = `Acknowledged by Bob on ${formatMoment(Date.parse(acknowledgedUTC), '24Hour')}: On my way.`

    expect((await dialog.findAllByText(text)).length).toBeGreaterThan(0)
    expect(dialog.getAllByText('Triggered').length).toBeGreaterThan(0)
    expect(dialog.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
    expect(dialog.getByRole('button', { name: 'Snooze' })).toBeDefined()
  })

  it('is snoozed on one unit until a moment, and a snooze is ended', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const { seen } = openAlerts({
      alerts: [{ ...alert, states: [high, { ...other, snoozedUntilUTC: until }] }],
      path: '&alert=warm',
      routes: [answerTo(snoozeAlert)],
    })
    const before = Date.now()
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for North tank' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Snooze' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze Too warm on North tank' }))
    await userEvent.selectOptions(dialog.getByLabelText('For'), '4 hours')
    await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
    expect(await screen.findByText(/^Too warm on North tank is snoozed until/)).toBeDefined()
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for South tank' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'End snooze' }))

    expect(await screen.findByText('Snooze ended for Too warm on South tank.')).toBeDefined()
    const [first, second] = sent(seen, '/snooze').map(({ body }) => body as { dataID: string; until: string | null })
    expect([first?.dataID, second?.dataID, second?.until]).toEqual(['tank-01', 'tank-02', null])
    const length = Date.parse(first?.until ?? '') - before
    expect(length >= 4 * 3_600_000 && length < 5 * 3_600_000).toBe(true)
  })

  it('shows what happened and who did what, and leads from a change to the charts of that moment', async () => {
    const history = [
      buildHappening({
        happening: 'acknowledged',
        by: 'Bob',
        comment: 'On my way.',
        atUTC: '2026-11-21T08:05:00.000Z',
      }),
      buildHappening(),
    ]
    openAlerts({ alerts: [alert], path: '&alert=warm', history })

    const table = within(await screen.findByRole('table', { name: 'History of changes' }))
    expect(await table.findByText('Acknowledged by Bob: On my way.')).toBeDefined()
    expect(table.getByText('Triggered at 8.4, limit 8')).toBeDefined()
    const [link, ...more] = table.getAllByRole('link')
    expect(more).toEqual([])
    const address = new URL(link?.getAttribute('href') ?? '', 'http://localhost')
    expect(address.pathname).toBe('/dashboard/tank-01/time-series')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      history: '2026-11-21T07:00:00.000Z~2026-11-21T09:00:00.000Z',
      alert: 'warm',
      at: '2026-11-21T08:00:00.000Z',
    })
  })

  it('has the notes around each change', async () => {
    const user = userEvent.setup()
    const { seen } = openAlerts({ alerts: [alert], history: [buildHappening()], path: '&alert=warm' })
    const history = await list('History of changes')
    await user.click(await history.findByRole('button', { name: /^Actions for/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Notes' }))

    const dialog = within(await screen.findByRole('dialog', { name: /^About/ }))
    expect(await dialog.findByText('No notes in this period.')).toBeDefined()
    const asked = decodeURIComponent(seen.findLast(({ path }) => path.startsWith('/api/v1/notes'))?.path ?? '')
    expect(asked).toContain('from=2026-11-21T07:00:00.000Z&to=2026-11-21T09:00:00.000Z')
  })

  it('shows older changes when asked', async () => {
    const { seen } = openAlerts({
      alerts: [alert],
      path: '&alert=warm',
      routes: [
        answerTo(listAlertHistory, ({ path }) =>
          path.includes('after=')
            ? { history: [buildHappening({ happening: 'ok', value: 7 })], next: null }
            : { history: [buildHappening()], next: '17.3' },
        ),
      ],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Show older changes' }))

    expect(await screen.findByText('OK again at 7, limit 8')).toBeDefined()
    expect(seen.some(({ path }) => path.includes('after=17.3'))).toBe(true)
    expect(screen.queryByRole('button', { name: 'Show older changes' })).toBeNull()
  })

  it('is only looked at by those with whom it is shared', async () => {
    openAlerts({ alerts: [{ ...alert, mine: 'viewer' }], path: '&alert=warm' })
    await screen.findByRole('table', { name: 'Units' })

    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Snooze' })).toBeNull()
  })

  it('that is gone is said to be', async () => {
    openAlerts({ alerts: [], path: '&alert=gone' })

    expect(await screen.findByText(/^This alert was deleted/)).toBeDefined()
  })
})
