import { describe, expect, it } from 'vitest'
import { createSessionMark } from './session-mark.ts'

describe('the mark of a session', () => {
  it.each([
    ['', false],
    ['fieldwatch_session=1', true],
    ['theme=dark; fieldwatch_session=1; other=2', true],
    ['fieldwatch_session=', false],
    ['not_fieldwatch_session=1', false],
  ])('in the cookies %j is set: %s', (cookie, isSet) => {
    expect(createSessionMark({ cookie }).isSet()).toBe(isSet)
  })

  it('is taken away by a cookie that is over at once, on every page', () => {
    const page = { cookie: 'fieldwatch_session=1' }

    createSessionMark(page).clear()

    expect(page.cookie).toBe('fieldwatch_session=; Max-Age=0; Path=/; SameSite=Strict')
  })
})
