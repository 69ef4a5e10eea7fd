import { createMeasures, sentMeasures } from '@fieldwatch/contract/measures/measure'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { buildAlertState, buildHappening, buildListedAlert } from '#testing/build-listed-alert.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { clearText, frequencyText, quietOf, ruleText, statusText, whereText } from './alert-text.ts'
import { happeningText, isChange } from './happening-text.ts'

const now = Date.parse('2026-11-21T09:00:00.000Z')
const past = '2026-11-21T08:59:00.000Z'
const coming = '2026-11-21T10:00:00.000Z'

describe('an alert in words', () => {
  // spec 2-2-74, 2-4-20
  it('is Triggered when its status is high, and OK otherwise', () => {
    expect([statusText('high'), statusText('ok')]).toEqual(['Triggered', 'OK'])
  })

  it.each([
    [{}, 'room.temp greater than 8'],
    [{ unitOfMeasure: '°C' }, 'room.temp greater than 8 °C'],
    [{ forSeconds: 300 }, 'room.temp greater than 8 for 5 min'],
    [{ type: 'silence', condition: null, silentSeconds: 600 }, 'room silent for 10 min'],
    [{ type: 'silence', condition: null, source: null }, 'Unit silent for longer than usual'],
    [
      { type: 'event', event: 'Pump_running', eventTitle: 'Pump running', condition: null, forSeconds: 300 },
      'An event of Pump running lasts 5 min',
    ],
  ] as const)('says when it is triggered: %o', (given, text) => {
    expect(ruleText(buildListedAlert(given), sentMeasures)).toBe(text)
  })

  it('is said in the units of measure that the person reads', () => {
    const american = createMeasures({ system: 'US' })
    const alert = buildListedAlert({ unitOfMeasure: '°C', clearLimit: 5 })

    expect(ruleText(alert, american)).toBe('room.temp greater than 46.4 °F')
    expect(clearText(alert, american)).toBe('OK again at 41 °F')
    expect(happeningText(buildHappening({ unitOfMeasure: '°C' }), { timeFormat: '24Hour', measures: american })).toBe(
      'Triggered at 47.12 °F, limit 46.4 °F',
    )
  })

  it('says when it is OK again only where a second limit says so', () => {
    expect(clearText(buildListedAlert({ clearLimit: 6 }), sentMeasures)).toBe('OK again at 6')
    expect([
      clearText(buildListedAlert(), sentMeasures),
      clearText(buildListedAlert({ clearLimit: 8 }), sentMeasures),
    ]).toEqual([undefined, undefined])
  })

  it('says how often people are notified', () => {
    expect(frequencyText({ interval: 0 })).toBe('Once per event')
    expect(frequencyText({ interval: 7_200 })).toBe('Every 2 h while triggered')
  })

  it('says where it is triggered, or on how many devices it is', () => {
    const high = (friendlyName: string) => buildAlertState({ friendlyName, status: 'high' })
    const devices = ['a', 'b', 'c'] as DataId[]

    expect(whereText(buildListedAlert())).toBe('North tank')
    expect(whereText(buildListedAlert({ devices }))).toBe('3 units')
    expect(whereText(buildListedAlert({ states: [high('North'), buildAlertState()] }))).toBe('North')
    expect(whereText(buildListedAlert({ states: [high('North'), high('South')] }))).toBe('North and 1 more')
    expect(whereText(buildListedAlert({ states: [high('North'), high('South')], devices }))).toBe(
      'North and at least 1 more',
    )
  })
})

describe('what was done about an alert on a unit', () => {
  it.each([
    ['nothing', {}, undefined],
    ['a snooze that lasts', { snoozedUntilUTC: coming }, { kind: 'snoozed', until: Date.parse(coming) }],
    ['a snooze that is over', { snoozedUntilUTC: past }, undefined],
    ['maintenance', { maintainedUntilUTC: coming }, { kind: 'maintenance', until: Date.parse(coming) }],
    [
      'someone who handles it',
      { status: 'high', acknowledgedUTC: past, acknowledgedBy: 'Ada', comment: '' },
      { kind: 'acknowledged', at: Date.parse(past), by: 'Ada', comment: null },
    ],
  ] as const)('is %s', (_what, given, quiet) => {
    expect(quietOf(buildAlertState(given), now)).toEqual(quiet)
  })
})

describe('what happened to an alert', () => {
  it.each([
    [{}, 'Triggered at 8.4, limit 8'],
    [{ late: true }, 'Triggered at 8.4, limit 8 (found in a late record)'],
    [{ happening: 'ok', value: 7 }, 'OK again at 7, limit 8'],
    [{ happening: 'high', value: null, limit: null }, 'Triggered'],
    [{ happening: 'acknowledged', by: 'Ada', comment: 'On my way.' }, 'Acknowledged by Ada: On my way.'],
    [{ happening: 'snoozed', by: 'Ada' }, 'Snooze ended by Ada'],
    [{ happening: 'snoozed', untilUTC: coming }, `Snoozed until ${formatMoment(Date.parse(coming), '24Hour')}`],
    [{ happening: 'rested', reason: 'The source is paused.' }, 'Paused: The source is paused.'],
    [{ happening: 'resumed' }, 'Resumed with status OK'],
    [{ happening: 'changed', by: 'Ada' }, 'Alert changed by Ada and restarted with status OK'],
  ] as const)('is written: %o', (given, text) => {
    expect(happeningText(buildHappening(given), { timeFormat: '24Hour', measures: sentMeasures })).toBe(text)
  })

  it('leads to the charts where a record or the clock caused it', () => {
    const kinds = ['high', 'ok', 'acknowledged', 'snoozed', 'changed'] as const

    expect(kinds.filter((happening) => isChange({ happening }))).toEqual(['high', 'ok'])
  })
})
