import { getMe } from '@fieldwatch/contract/people/users'
import type { ExampleAbout } from '@fieldwatch/e2e/languages/fill-portal'
import { call } from '@fieldwatch/e2e/support/api'
import type { Portal } from '@fieldwatch/e2e/support/portal'
import { createReportSchedule } from '../contract/report-schedules.ts'

/** Adds what has dialogs, for a walk through all texts. */
export async function fill(portal: Portal, token: string, { name, dataID }: ExampleAbout): Promise<never[]> {
  const { details: me } = await call(portal, getMe, { token })
  const content = { kind: 'chart', chart: 'Air' } as const
  const rhythm = { every: 'day', hour: 6, timeZone: 'UTC' } as const
  const body = { dataID, name, content, rhythm, recipients: [me.id] }
  await call(portal, createReportSchedule, { token, body })
  return []
}
