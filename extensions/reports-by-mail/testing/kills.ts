import assert from 'node:assert/strict'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { getMe } from '@fieldwatch/contract/people/users'
import { putTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { LoadOfExtension } from '@fieldwatch/e2e/kills/extension-load'
import { persist, until } from '@fieldwatch/e2e/kills/persist'
import { call } from '@fieldwatch/e2e/support/api'
import { createReportSchedule, listReportRuns, listReportSchedules, sendReport } from '../contract/report-schedules.ts'

const TEMPLATE = TemplateDefinition.parse({
  title: 'Tank',
  timeSeries: {
    charts: [
      { title: 'Level', type: 'timeseries', specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] } },
    ],
  },
})

/** The run of each unit whose start was acknowledged. */
const started = new Map<DataId, number>()

/** Sends a report. A kill may hide that its schedule was made, which makes another one. */
export const begin: LoadOfExtension['begin'] = async (portal, { token }, dataID) => {
  const content = { kind: 'chart', chart: 'Level' } as const
  const rhythm = { every: 'day', hour: 6, timeZone: 'UTC' } as const
  await persist(() => call(portal, putTemplate, { token, body: { dataID, template: TEMPLATE } }))
  const { details: me } = await persist(() => call(portal, getMe, { token }))
  const schedule = { dataID, name: 'Levels', content, rhythm, recipients: [me.id] }
  const made = await persist(() => call(portal, createReportSchedule, { token, body: schedule }))
  const body = { scheduleID: made.details.scheduleID }
  const sent = await persist(() => call(portal, sendReport, { token, body }))
  started.set(dataID, sent.details.runID)
}

/** Each report that was asked for is sent, and has one mail for its recipient. */
export const check: LoadOfExtension['check'] = async (portal, { token }, dataID) => {
  const runs = await until(
    `the reports of ${dataID}`,
    async () => {
      const { details } = await call(portal, listReportSchedules, { token, query: { dataID } })
      const all = details.schedules.map(({ scheduleID }) =>
        call(portal, listReportRuns, { token, query: { scheduleID } }),
      )
      return (await Promise.all(all)).flatMap((answer) => answer.details)
    },
    (all) => all.length > 0 && all.every(({ state, mails }) => state === 'done' && mails[0]?.state === 'sent'),
  )
  assert.ok(
    runs.some(({ runID }) => runID === started.get(dataID)),
    'a report that was asked for is missing',
  )
  for (const { mails } of runs) assert.equal(mails.length, 1)
}
