import { describe, expect, it } from 'vitest'
import { ApiError, networkError } from '#platform/api/api-error.ts'
import { failureByCode, signInFailure } from './sign-in-text.ts'

const refused = (code: ApiError['code']) => new ApiError({ code, message: 'A sentence.', status: 401 })

describe('the text of a failed sign-in', () => {
  // spec 1-8-01, 1-8-02, 1-8-03
  it.each([
    [refused('auth/invalid-credential'), { text: 'Email or Password is invalid' }],
    [
      refused('auth/too-many-requests'),
      { text: 'Too many attempts were made and the account has been disabled. Please try again later.' },
    ],
    [refused('server/internal'), { text: 'server/internal', advice: 'A sentence.' }],
    [new TypeError('boom'), { text: 'An Unexpected error occurred' }],
  ])('is in the words of the specification for %s', (error, text) => {
    expect(signInFailure(error)).toEqual(text)
  })
})

describe('the text of a failed reset', () => {
  // spec 1-8-05
  it('is the code, with what to do', () => {
    expect(failureByCode(networkError())).toEqual({
      text: 'network',
      advice: 'The portal cannot be reached. Check your connection and try again.',
    })
  })

  it('is the fallback when the failure has no code', () => {
    expect(failureByCode('boom')).toEqual({ text: 'An Unexpected error occurred' })
  })
})
