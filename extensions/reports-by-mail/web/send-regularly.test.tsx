import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { prepareData } from '@fieldwatch/contract/telemetry/data'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { listUnits } from '@fieldwatch/contract/units/units'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answerAt, answerTo } from '@fieldwatch/web/testing/answers.ts'
import { buildSessionUser } from '@fieldwatch/web/testing/build-session-user.ts'
import { buildTemplate } from '@fieldwatch/web/testing/build-template.ts'
import { buildUnit } from '@fieldwatch/web/testing/build-unit.ts'
import { createFakeServer } from '@fieldwatch/web/testing/fake-server.ts'
import { renderUnit } from '@fieldwatch/web/testing/render-unit.tsx'
import { createReportSchedule, listReportSchedules, sendReport } from '../contract/report-schedules.ts'
import { buildSchedule } from './testing/build-schedule.ts'

const UNIT = buildUnit({ dataID: 'tank-1', defaultTemplate: 'tank' as TemplateId })
const CHART = {
  title: 'Level',
  type: 'timeseries',
  specifications: { tank: [{ field: 'level', friendlyName: 'Water', unit: 'm' }] },
}

it('a chart is mailed regularly to the person who looks at it, and one at once', async () => {
  const user = userEvent.setup()
  const made = buildSchedule({ content: { kind: 'chart', chart: 'Level' } })
  const server = createFakeServer([
    answerTo(listUnits, () => UNIT),
    answerAt(getTemplate, { id: 'tank' }, () => buildTemplate({ timeSeries: { charts: [CHART] } })),
    answerTo(prepareData, () => new Promise(() => undefined)),
    answerTo(listReportSchedules, () => ({ schedules: [], next: null, mails: false, pdf: true })),
    answerTo(createReportSchedule, () => made),
    answerTo(sendReport, () => ({ runID: 1 })),
  ])
  renderUnit(server.fetch, '/dashboard/tank-1/time-series', buildSessionUser({ role: 'viewer' }))
  await user.click(await screen.findByRole('button', { name: 'Schedule report of Level' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule report' }))
  expect(dialog.getByText(/It is sent to you, at ada@northwind\.example/)).toBeDefined()
  await user.clear(dialog.getByLabelText(/^Name/))
  await user.click(dialog.getByRole('button', { name: 'Schedule report' }))
  expect(await dialog.findByText('A name is required.')).toBeDefined()
  await user.type(dialog.getByLabelText(/^Name/), 'Level of the month')
  await user.selectOptions(dialog.getByLabelText('Every'), 'month')
  await user.selectOptions(dialog.getByLabelText('On'), 'Last day')
  await user.selectOptions(dialog.getByLabelText('At'), '18:00')
  await user.selectOptions(dialog.getByLabelText('Time zone'), 'UTC')
  await user.dblClick(dialog.getByRole('button', { name: 'Schedule report' }))
  const next = within(await screen.findByRole('dialog', { name: 'Daily' }))
  expect(await next.findByText(/Emails stay in its outbox/)).toBeDefined()
  await user.dblClick(next.getByRole('button', { name: 'Send one now' }))

  expect(await next.findByText('The report is being created.')).toBeDefined()
  expect(next.getByRole('link', { name: 'All scheduled reports' }).getAttribute('href')).toBe('/settings?tab=reports')
  const sent = server.seen.filter(
    ({ path, method }) => path.startsWith('/api/v1/report-schedules') && method === 'POST',
  )
  expect(sent.map(({ body }) => body)).toEqual([
    {
      dataID: 'tank-1',
      name: 'Level of the month',
      content: { kind: 'chart', chart: 'Level', formats: ['csv'] },
      rhythm: { every: 'month', day: 'last', hour: 18, timeZone: 'UTC' },
      recipients: ['ada'],
    },
    { scheduleID: 7 },
  ])
})
