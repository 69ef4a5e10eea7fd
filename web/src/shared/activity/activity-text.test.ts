import { ACTIVITY_ACTIONS } from '@fieldwatch/contract/activity/activity-actions'
import { describe, expect, it } from 'vitest'
import { actionText } from './activity-text.ts'

describe('what was done', () => {
  it.each([
    ['create unit', 'Created a unit'],
    ['update sim', 'Updated a SIM card'],
    ['fail to sign in', 'Failed to sign in'],
    ['an action of a newer server', 'an action of a newer server'],
  ])('%s reads %s', (action, text) => {
    expect(actionText(action)).toBe(text)
  })

  it('has a text of its own for each action', () => {
    expect(new Set(ACTIVITY_ACTIONS.map(actionText)).size).toBe(ACTIVITY_ACTIONS.length)
  })
})
