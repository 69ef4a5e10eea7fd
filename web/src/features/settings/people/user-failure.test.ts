import { describe, expect, it } from 'vitest'
import { ApiError, networkError } from '#platform/api/api-error.ts'
import { failedText, userFailure, resultsText } from './user-failure.ts'

describe('a failure about users', () => {
  // spec 1-8-17, 2-8-14
  it('is shown in the words of the server', () => {
    const error = new ApiError({ code: 'user/email-taken', message: 'This address is in use.', status: 409 })
    expect(userFailure(error, failedText('create'))).toEqual({ text: 'This address is in use.' })
  })

  // spec 1-8-19, 1-8-20, 2-8-15, 2-8-16
  it('that the server did not explain is shown in the words of the specification', () => {
    expect(userFailure(networkError(), failedText('create'))).toEqual({
      text: 'Something went wrong when creating the user',
      advice: 'The portal cannot be reached. Check your connection and try again.',
    })
    expect(userFailure(new TypeError('x'), failedText('change'))).toEqual({
      text: 'Something went wrong when deleting the user',
    })
  })
})

describe('a success about users', () => {
  // spec 1-8-18
  it('is shown with the message of the server', () => {
    expect(resultsText('Ada Lovelace was added.')).toBe('Results: Ada Lovelace was added.')
    expect(resultsText(undefined)).toBe('Results: done')
  })
})
