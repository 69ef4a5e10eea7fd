import { answerTo, failure, type Answer } from '@fieldwatch/web/testing/answers.ts'
import { getMe, listUsers } from '@fieldwatch/contract/people/users'
import type { UserId } from '@fieldwatch/contract/api/ids'
import {
  listReportSchedules,
  sendReport,
  updateReportSchedule,
  leaveReport,
  listReportRuns,
  type ReportRun,
  type ReportSchedule,
} from '../contract/report-schedules.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSchedule } from './testing/build-schedule.ts'
import { buildSessionUser } from '@fieldwatch/web/testing/build-session-user.ts'
import { renderApp } from '@fieldwatch/web/testing/render-app.tsx'

const user = userEvent.setup()

type Routes = readonly Answer[]

interface Given {
  schedules?: readonly ReportSchedule[]
  role?: 'admin' | 'viewer'
  mails?: boolean
  routes?: Routes
}

function open({ schedules = [buildSchedule()], role = 'admin', mails = true, routes = [] }: Given = {}) {
  const me = buildSessionUser({ role })
  return renderApp({
    path: '/settings?tab=reports',
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listUsers, () => ({ users: [] })),
      answerTo(listReportSchedules, () => ({ schedules, next: null, mails, pdf: true })),
      ...routes,
    ],
  })
}

const card = async (name = 'Daily') => within(await screen.findByRole('region', { name }))

beforeEach(() => window.sessionStorage.clear())

describe('the Reports tab', () => {
  it('says where a report is made where there is none, to viewers too', async () => {
    open({ schedules: [], role: 'viewer' })

    expect(await screen.findByText(/^No scheduled reports yet\. On the Events page/)).toBeDefined()
  })

  it('says that mails wait where there is no mail server', async () => {
    open({ mails: false })

    expect(await screen.findByText(/no mail server yet\. Emails stay in its outbox/)).toBeDefined()
  })

  it('sends one now by a double click once', async () => {
    const { seen } = open({ routes: [answerTo(sendReport, () => ({ runID: 1 }))] })

    await user.dblClick((await card()).getByRole('button', { name: 'Send now' }))

    expect(await (await card()).findByText('The report is being created.')).toBeDefined()
    const sent = seen.filter(({ path }) => path === '/api/v1/report-schedules/send')
    expect(sent.map(({ body }) => body)).toEqual([{ scheduleID: 7 }])
  })

  it('offers to take over one that waits for its recipients', async () => {
    const recipients = [{ uid: 'grace' as UserId, name: 'Grace' }]
    const waiting = buildSchedule({ active: false, stopped: 'Grace was deleted.', awaitsRecipients: true, recipients })
    const { seen } = open({ schedules: [waiting], routes: [answerTo(updateReportSchedule, () => buildSchedule())] })

    await user.dblClick((await card()).getByRole('button', { name: 'Take over' }))

    const sent = seen.filter(({ method, path }) => method === 'PUT' && path === '/api/v1/report-schedules')
    expect(sent.map(({ body }) => body)).toEqual([{ scheduleID: 7, version: 3, recipients: ['grace', 'ada'] }])
  })

  it('offers to remove one whose unit left the entities, and nothing that needs the unit', async () => {
    const stopped = 'Ada moved Pump 1.'
    const left = { unitInReach: false, deviceName: '', editable: false, active: false, stopped, awaitsRecipients: true }
    open({ schedules: [buildSchedule({ ...left, mine: false })] })

    const shown = await card()
    expect(await shown.findByText(/left your entities\..*Ada moved Pump 1\./)).toBeDefined()
    expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Log', 'Remove'])
  })

  it('changes only what was changed, with the version that was seen, and keeps it when another person was quicker', async () => {
    let schedules = [buildSchedule()]
    const { seen } = open({
      routes: [
        answerTo(listReportSchedules, () => ({ schedules, next: null, mails: true, pdf: true })),
        answerTo(updateReportSchedule, ({ body }) => {
          if ((body as { version: number }).version !== 3) return buildSchedule({ version: 5 })
          schedules = [buildSchedule({ version: 4, name: 'Nightly' })]
          return failure('schedule/changed', { changedBy: 'Grace' })
        }),
      ],
    })
    await user.click((await card()).getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit scheduled report' }))
    await user.selectOptions(dialog.getByLabelText('Every'), 'week')
    await user.selectOptions(dialog.getByLabelText('On'), 'Friday')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await user.click(await dialog.findByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(dialog.getByLabelText(/^Name/)).toHaveProperty('value', 'Nightly'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const rhythm = { every: 'week', weekday: 5, hour: 6, timeZone: 'UTC' }
    const sent = seen.filter(({ method }) => method === 'PUT')
    expect(sent.map(({ body }) => body)).toEqual([
      { scheduleID: 7, version: 3, rhythm },
      { scheduleID: 7, version: 4, rhythm },
    ])
  })

  it('lets a recipient stop it after a question, and do no more', async () => {
    const { seen } = open({
      role: 'viewer',
      schedules: [buildSchedule({ editable: false, recipientCount: 3 })],
      routes: [answerTo(leaveReport)],
    })
    const shown = await card()
    expect(shown.getByText(/To you and 2 other people/)).toBeDefined()
    expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Log', 'Stop receiving'])

    await user.click(shown.getByRole('button', { name: 'Stop receiving' }))
    const question = within(await screen.findByRole('dialog', { name: 'Stop receiving Daily?' }))
    await user.click(question.getByRole('button', { name: 'Stop receiving' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.some(({ path }) => path === '/api/v1/report-schedules/leave')).toBe(true)
  })

  it('has a log with what became of each mail', async () => {
    const run: ReportRun = {
      runID: 1,
      atUTC: '2026-11-22T06:00:00.000Z',
      asked: true,
      fromUTC: '2026-11-21T00:00:00.000Z',
      toUTC: '2026-11-22T00:00:00.000Z',
      state: 'done',
      missed: 0,
      fileName: 'a.csv',
      rows: 12,
      bytes: 480,
      note: null,
      mails: [{ name: 'Nora Berg', address: 'n@x', state: 'failed', sentUTC: null, reason: 'No such address.' }],
    }
    open({ routes: [answerTo(listReportRuns, () => [run])] })

    await user.click((await card()).getByRole('button', { name: 'Log' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Log of Daily' }))
    expect(await dialog.findByText('Sat, 21 Nov 2026')).toBeDefined()
    expect(dialog.getByText('Created: 12 rows, 480 bytes. Sent on request.')).toBeDefined()
    expect(dialog.getByText('Nora Berg, failed: No such address.')).toBeDefined()
  })

  it('says when it cannot be shown, and tries again', async () => {
    let tries = 0
    open({
      routes: [
        answerTo(listReportSchedules, () => {
          tries += 1
          const schedules = [buildSchedule({ recipients: [{ uid: 'ada' as UserId, name: 'Ada' }] })]
          return tries === 1 ? failure('access/forbidden') : { schedules, next: null, mails: true, pdf: true }
        }),
      ],
    })

    expect(await screen.findByText('Failed to load the scheduled reports')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await card()).toBeDefined()
  })
})
