import { describe, expect, it } from 'vitest'
import { channelsOf, needsVerification, phoneProblem, switchChannel } from './profile-values.ts'

describe('the phone of a profile', () => {
  // spec 1-5-16
  it.each([
    ['', undefined],
    ['+14155550123', undefined],
    ['+1415', 'Please enter a valid phone number before saving.'],
    ['+1415555012345678', 'Please enter a valid phone number before saving.'],
  ])('"%s" can be saved or is refused in words', (phone, problem) => {
    expect(phoneProblem(phone)).toBe(problem)
  })

  // spec 1-4-41
  it.each([
    ['+14155550123', '', true],
    ['+14155550123', '+14155550199', true],
    ['+14155550123', '+14155550123', false],
    ['', '+14155550123', false],
  ])('"%s" instead of "%s" has to be verified: %s', (phone, saved, needed) => {
    expect(needsVerification(phone, saved)).toBe(needed)
  })
})

describe('the channels of notifications', () => {
  const withPhone = { phone: '+14155550123', notifications: {} }

  it('are mail only until the person chooses', () => {
    expect(channelsOf(withPhone, 'alerts')).toEqual({ emailEnable: true, smsEnable: false })
  })

  it('are switched one at a time', () => {
    expect(switchChannel(withPhone, 'alerts', { smsEnable: true })).toEqual({
      kind: 'save',
      channels: { emailEnable: true, smsEnable: true },
    })
    expect(switchChannel(withPhone, 'alerts', { emailEnable: false })).toEqual({
      kind: 'save',
      channels: { emailEnable: false, smsEnable: false },
    })
  })

  // spec 1-4-42, 2-5-39
  it('lead to verification when SMS is switched on without a phone', () => {
    const me = { phone: '', notifications: { alerts: { emailEnable: true, smsEnable: false } } }

    expect(switchChannel(me, 'alerts', { smsEnable: true })).toEqual({ kind: 'verify' })
    expect(switchChannel(me, 'alerts', { emailEnable: false }).kind).toBe('save')
  })
})
