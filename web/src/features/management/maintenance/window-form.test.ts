import { describe, expect, it } from 'vitest'
import { localMoment } from '#shared/time-range/entered-moment.ts'
import { lasting, newWindow, sentWindow, windowProblems } from './window-form.ts'
import { windowText } from './maintenance-panel.tsx'

const now = new Date(2026, 5, 1, 8, 0).getTime()
const form = { from: '2026-06-01T08:00', to: '2026-06-01T10:00', comment: '' }

describe('a maintenance window that is entered', () => {
  it('begins now and lasts two hours by default', () => {
    expect(newWindow(now)).toEqual(form)
  })

  it('is sent as moments of the zone of the browser', () => {
    expect(sentWindow({ ...form, comment: ' New pump ' })).toEqual({
      from: new Date(now).toISOString(),
      to: new Date(now + 7_200_000).toISOString(),
      comment: 'New pump',
    })
  })

  it('lasts so many hours from its beginning on with one press, once it has one', () => {
    expect(lasting(form, 24).to).toBe('2026-06-02T08:00')
    expect(lasting({ ...form, from: 'T08:00' }, 24).to).toBe(form.to)
  })

  it.each([
    [{}, {}],
    [{ to: '2026-06-01T' }, { to: 'Choose a day and a time.' }],
    [{ from: 'T08:00' }, { from: 'Choose a day and a time.' }],
    [{ to: form.from }, { to: 'The end must be after the beginning.' }],
    [{ from: '2026-05-01T08:00', to: '2026-05-01T09:00' }, { to: 'The end must be in the future.' }],
    [{ comment: 'x'.repeat(1_001) }, { comment: 'At most 1,000 characters.' }],
  ])('with %o has the problems %o', (given, problems) => {
    expect(windowProblems({ ...form, ...given }, now, '24Hour')).toEqual(problems)
  })
})

describe('a maintenance window in words', () => {
  const window = {
    maintenanceID: 1,
    dataID: 'tank-01' as never,
    fromUTC: new Date(now).toISOString(),
    toUTC: new Date(now + 7_200_000).toISOString(),
    comment: '',
    by: 'Ada Lovelace',
  }

  it('says until when it is while it lasts, with the day where it is another one', () => {
    const tomorrow = new Date(now + 86_400_000).toISOString()

    expect(windowText(window, now, '24Hour')).toEqual({
      when: 'Now, until 10:00',
      who: 'Set by Ada Lovelace',
      end: 'End',
    })
    expect(windowText({ ...window, toUTC: tomorrow, by: null }, now, '12Hour').when).toBe('Now, until 2 Jun, 8:00 AM')
  })

  it('says from when to when it is while it is to come', () => {
    expect(windowText(window, now - 3_600_000, '24Hour')).toMatchObject({
      when: '1 Jun, 08:00 to 10:00',
      end: 'Remove',
    })
    expect(localMoment(now)).toBe(form.from)
  })
})
