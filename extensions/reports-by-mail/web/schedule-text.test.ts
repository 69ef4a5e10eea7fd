import type { ReportRhythm, ReportRun } from '../contract/report-schedules.ts'
import { describe, expect, it } from 'vitest'
import { buildSchedule } from './testing/build-schedule.ts'
import { firstText, problemsOf, rhythmOf, valuesOf } from './schedule-form.ts'
import { contentText, mailsText, recipientsText, rhythmText, runText, stateText } from './schedule-text.ts'

const AT = { hour: 6, timeZone: 'UTC' }
const { content } = buildSchedule()

describe('when a report is sent, in words', () => {
  it.each<[ReportRhythm, string]>([
    [{ every: 'day', ...AT }, 'Every day at 06:00, UTC'],
    [{ every: 'week', weekday: 7, ...AT }, 'Every Sunday at 06:00, UTC'],
    [{ every: 'month', day: 1, ...AT }, 'On day 1 of each month at 06:00, UTC'],
    [{ every: 'month', day: 12, ...AT }, 'On day 12 of each month at 06:00, UTC'],
    [{ every: 'month', day: 23, ...AT }, 'On day 23 of each month at 06:00, UTC'],
    [{ every: 'month', day: 'last', ...AT }, 'On the last day of each month at 06:00, UTC'],
  ])('of %o is %s', (rhythm, text) => {
    expect(rhythmText(rhythm, '24Hour')).toBe(text)
    expect(rhythmOf(valuesOf({ name: 'x', rhythm, content, recipients: [] }))).toEqual(rhythm)
  })

  it('has hours as the person reads them', () => {
    expect(rhythmText({ every: 'day', hour: 0, timeZone: 'UTC' }, '12Hour')).toBe('Every day at 12:00 AM, UTC')
    expect(rhythmText({ every: 'day', hour: 13, timeZone: 'UTC' }, '12Hour')).toBe('Every day at 1:00 PM, UTC')
  })

  it('says when the next one is due and which period it covers', () => {
    const values = valuesOf({ name: 'x', rhythm: { every: 'week', weekday: 1, ...AT }, content, recipients: [] })

    expect(firstText(values, Date.parse('2026-11-22T12:00:00Z'))).toBe(
      'The next one is sent on Mon, 23 Nov 2026 and covers Mon, 16 Nov 2026 to Sun, 22 Nov 2026.',
    )
    expect(firstText({ ...values, timeZone: 'Mars/Olympus' }, 0)).toBeUndefined()
  })

  it('says what is missing', () => {
    const values = valuesOf({ name: ' ', rhythm: { every: 'day', ...AT }, content, recipients: [] })
    const about = { dataId: buildSchedule().dataID, content }

    expect(problemsOf(values, about)).toEqual({
      name: 'A name is required.',
      recipients: 'Choose at least one person.',
    })
  })
})

describe('a scheduled report, in words', () => {
  it.each([
    [{ kind: 'chart', chart: 'Climate' }, 'Chart Climate'],
    [{ kind: 'events', event: 'Hot', report: 'raw_data' }, 'Events Hot'],
    [{ kind: 'events', event: 'Hot', report: 'per_event' }, 'Events Hot, report per_event'],
  ] as const)('of %o is %s', (content, text) => expect(contentText(content)).toBe(text))

  it('names others only to those who manage it', () => {
    const ada = { uid: 'ada', name: 'Ada Lovelace' } as never
    const all = { recipients: [ada, { uid: 'nora', name: 'Nora Berg' } as never], recipientCount: 2 }
    const own = { recipients: [ada], editable: false, mine: true }

    expect(recipientsText(buildSchedule(all))).toBe('To Ada Lovelace, Nora Berg')
    expect(recipientsText(buildSchedule({ ...own, recipientCount: 1 }))).toBe('To you')
    expect(recipientsText(buildSchedule({ ...own, recipientCount: 2 }))).toBe('To you and 1 other person')
    expect(recipientsText(buildSchedule({ recipients: [], recipientCount: 0 }))).toBe('No recipients')
    const others = { recipients: [], editable: false, mine: false, recipientCount: 2 }
    expect(recipientsText(buildSchedule(others))).toBe('To 2 people')
  })

  it('says what the portal did by itself', () => {
    const stopped = buildSchedule({ active: false, nextUTC: null, stopped: 'Report not found.' })

    expect(stateText(stopped, '24Hour')).toEqual({
      state: 'failing',
      text: 'Turned off by the portal: Report not found. Create a new one.',
    })
    expect(stateText({ ...stopped, awaitsRecipients: true }, '24Hour')).toEqual({
      state: 'paused',
      text: 'Paused: Report not found. Choose other recipients, or delete the report. It continues when one can get it again.',
    })
    expect(stateText(buildSchedule({ active: false, nextUTC: null }), '24Hour').text).toBe('Off.')
  })

  it.each([
    ['done', 'good'],
    ['waiting', 'new'],
    ['skipped', 'not-sent'],
    ['failed', 'failing'],
  ] as const)('has the sign of its last time: %s is %s', (state, sign) => {
    const last = { atUTC: '2026-11-22T06:00:00.000Z', state, note: null }

    expect(stateText(buildSchedule({ last }), '24Hour').state).toBe(sign)
  })

  it('does not look good before the first was sent', () => {
    expect(stateText(buildSchedule({ last: null }), '24Hour').state).toBe('new')
  })

  it('says of each time what became of it, and of each mail', () => {
    const run: ReportRun = {
      runID: 1,
      atUTC: '2026-11-22T06:00:00.000Z',
      asked: false,
      fromUTC: '2026-11-21T00:00:00.000Z',
      toUTC: '2026-11-22T00:00:00.000Z',
      state: 'done',
      missed: 2,
      fileName: 'a.csv',
      rows: 1,
      bytes: 2_345_678,
      note: null,
      mails: [
        { name: 'Ada', address: 'a@x', state: 'waiting', sentUTC: null, reason: null },
        { name: 'Nora', address: 'n@x', state: 'withheld', sentUTC: null, reason: 'The user is disabled.' },
      ],
    }

    expect(runText(run)).toBe('Created: 1 row, 2.3 MB. 2 earlier reports were missed while the portal was not running.')
    expect(runText({ ...run, state: 'failed', rows: null, bytes: null, missed: 0, note: 'It took too long.' })).toBe(
      'Failed. It took too long.',
    )
    expect(mailsText(run, '24Hour')).toBe('Ada, waiting for the mail server\nNora, not sent: The user is disabled.')
  })
})
