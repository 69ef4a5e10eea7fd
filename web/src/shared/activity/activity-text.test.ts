import { ACTIVITY_ACTIONS } from '@fieldwatch/contract/activity/activity-actions'
import { describe, expect, it } from 'vitest'
import { actionText } from './activity-text.ts'

describe('what was done', () => {
  it.each([
    ['create unit', 'Created device'],
    ['update sim', 'Updated SIM card'],
    ['delete user', 'Deleted user'],
    ['verify phone', 'Verified phone'],
    ['cancel request', 'Cancelled request'],
    ['set password', 'Set password'],
    ['reset password', 'Reset password'],
    ['choose first password', 'Chose first password'],
    ['hand over alert', 'Handed over alert'],
    ['send request', 'Sent request'],
    ['add maintenance', 'Added maintenance'],
    ['fail to sign in', 'Failed to sign in'],
  ])('%s reads %s', (action, text) => {
    expect(actionText(action)).toBe(text)
  })

  it('is said in the past, whatever the server tells of', () => {
    const same = new Set(['reset', 'set'])
    const verbOf = (action: string) => action.split(' ')[0] ?? ''
    const untold = ACTIVITY_ACTIONS.filter(
      (action) => !same.has(verbOf(action)) && verbOf(actionText(action)).toLowerCase() === verbOf(action),
    )

    expect(untold).toEqual([])
  })
})
