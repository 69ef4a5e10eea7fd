import { getMe } from '@fieldwatch/contract/people/users'
import { createReportSchedule, listReportRuns, sendReport } from '../contract/report-schedules.ts'
import { ask, askJson } from '@fieldwatch/e2e/hostile/ask'
import { call } from '@fieldwatch/e2e/support/api'
import { until } from '@fieldwatch/e2e/kills/persist'
import type { HostileCase, Outcome, Sender, Target } from '@fieldwatch/e2e/hostile/hostile-case'
import { faultOf } from '@fieldwatch/e2e/hostile/judge'

const RHYTHM = { every: 'day' as const, hour: 6, timeZone: 'UTC' }

const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `unknown-${index}`)

/** What is wrong with each; the rest is as it should be. */
const DRAFTS: Readonly<Record<string, object>> = {
  '100,000 people': { recipients: many(100_000) },
  'no recipient': { recipients: [] },
  'people who are not there': { recipients: many(50) },
  'a time zone that is none': { rhythm: { ...RHYTHM, timeZone: '../../etc/passwd' } },
  'a time zone of 100,000 characters': { rhythm: { ...RHYTHM, timeZone: 'x'.repeat(100_000) } },
  'the hour 1e9': { rhythm: { ...RHYTHM, hour: 1e9 } },
  'the hour 0.5': { rhythm: { ...RHYTHM, hour: 0.5 } },
  'every second': { rhythm: { ...RHYTHM, every: 'second' } },
  'the weekday 8': { rhythm: { ...RHYTHM, every: 'week', weekday: 8 } },
  'the day 31 of each month': { rhythm: { ...RHYTHM, every: 'month', day: 31 } },
  'something else in its rhythm': { rhythm: { ...RHYTHM, due_at: '1970-01-01' } },
  'a name with a NUL': { name: 'a\u0000' },
  'a name of two lines, as a header of a mail': { name: 'Daily\r\nBcc: everybody@evil.example' },
  'a name of 100,000 characters': { name: 'x'.repeat(100_000) },
  'a report of a prototype': { content: { kind: 'events', event: 'high', report: '__proto__' } },
  'an event table of a prototype': { content: { kind: 'events', event: 'constructor', report: 'raw_data' } },
  'a chart of 100,000 characters': { content: { kind: 'chart', chart: 'x'.repeat(100_000) } },
  'a chart that is not there': { content: { kind: 'chart', chart: '../../etc/passwd' } },
  'both a chart and events': { content: { kind: 'chart', chart: 'x', event: 'high', report: 'raw_data' } },
}

const IDS = ['1e308', '-1', '0', '99999999999999999999', 'null', '1;drop table report_schedule']

/** Reports by mail that no one can want. */
export function hostileCases(): HostileCase[] {
  return [
    ...Object.entries(DRAFTS).map(([what, draft]): HostileCase => ({
      kind: 'scheduled reports',
      name: `a scheduled report with ${what}`,
      expected: 'refused',
      send: (target) =>
        askJson(target, { path: createReportSchedule.path, body: JSON.stringify({ ...plain(target), ...draft }) }),
    })),
    ...IDS.flatMap((id): HostileCase[] => [
      {
        kind: 'scheduled reports',
        name: `the log of the scheduled report ${id}`,
        expected: 'refused',
        send: (target) => ask(target, { path: `${listReportRuns.path}?scheduleID=${encodeURIComponent(id)}` }),
      },
      {
        kind: 'scheduled reports',
        name: `sending the scheduled report ${id}`,
        expected: 'refused',
        send: (target) => askJson(target, { path: sendReport.path, body: `{"scheduleID":${JSON.stringify(id)}}` }),
      },
    ]),
    {
      kind: 'scheduled reports',
      name: '400 reports now of 20 schedules, and another entity gets its own before the last',
      expected: 'taken',
      turn: 1,
      send: sendMany,
    },
  ]
}

const SCHEDULES = 20
const TIMES = 20

/** Reports are written in turns by entity, and a person starts so many. */
async function sendMany(target: Target): Promise<Outcome> {
  const own = await Promise.all(Array.from({ length: SCHEDULES }, () => schedule(target, 'viewer', target.dataID)))
  const theirs = await schedule(target, 'other', target.foreignID)
  const many = Array.from({ length: TIMES }, () => own.map((id) => sendNow(target, 'viewer', id))).flat()
  const outcomes = await Promise.all(many)
  const outcome = await sendNow(target, 'other', theirs)
  await until(
    'the report of another entity',
    () => runsOf(target, 'other', theirs),
    (runs) => runs.some(({ state }) => state !== 'waiting'),
    { withinMs: 20_000 },
  )
  return outcomes.find((one) => faultOf('judged', one) !== undefined) ?? outcome
}

function sendNow(target: Target, as: Sender, scheduleID: number): Promise<Outcome> {
  return askJson(target, { path: sendReport.path, as, body: JSON.stringify({ scheduleID }) })
}

/** A report of events in files of each kind, to the one who asks for it. */
async function schedule(target: Target, as: 'viewer' | 'other', dataID: string): Promise<number> {
  const token = target[as]
  const portal = { url: `http://${target.host}:${target.httpPort}` }
  const { details: me } = await call(portal, getMe, { token })
  const content = {
    kind: 'events' as const,
    event: target.eventTable,
    report: 'raw_data',
    formats: ['csv' as const, 'xlsx' as const],
  }
  const name = `Hostile ${crypto.randomUUID()}`
  const { details } = await call(portal, createReportSchedule, {
    token,
    body: { dataID, name, content, rhythm: RHYTHM, recipients: [me.uid] },
  })
  return details.scheduleID
}

async function runsOf(target: Target, as: 'viewer' | 'other', scheduleID: number) {
  const portal = { url: `http://${target.host}:${target.httpPort}` }
  const { details } = await call(portal, listReportRuns, { token: target[as], query: { scheduleID } })
  return details
}

function plain({ dataID, eventTable }: Target): object {
  const content = { kind: 'events', event: eventTable, report: 'raw_data' }
  return { dataID, name: 'Daily', content, rhythm: RHYTHM, recipients: ['unknown'] }
}
