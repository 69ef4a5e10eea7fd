import { answerTo, failure, type Answer } from '#testing/answers.ts'
import { getMe } from '@fieldwatch/contract/people/users'
import { getSecondFactor } from '@fieldwatch/contract/people/second-factor'
import { listProgramTokens } from '@fieldwatch/contract/people/program-tokens'
import { listOwnSessions, endOwnSessions, type OwnSession } from '@fieldwatch/contract/people/own-sessions'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()
const id = (text: string) => text as OwnSession['sessionID']
const here: OwnSession = {
  sessionID: id('here'),
  current: true,
  signedInUTC: '2026-11-22T08:00:00.000Z',
  lastUsedUTC: '2026-11-22T09:00:00.000Z',
  address: '203.0.113.9',
  browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}
const phone: OwnSession = {
  ...here,
  sessionID: id('phone'),
  current: false,
  browser: 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0.0.0 Mobile Safari/537.36',
}

function open(routes: readonly Answer[]) {
  const me = buildSessionUser()
  return renderApp({
    path: '/settings',
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(getSecondFactor, () => ({ totpSinceUTC: null, recoveryCodesLeft: 0, required: false, passkeys: [] })),
      answerTo(listProgramTokens, () => ({ tokens: [] })),
      ...routes,
    ],
  })
}

beforeEach(() => window.sessionStorage.clear())

describe('Sessions', () => {
  it('lists the browsers and signs one of them out', async () => {
    let sessions = [here, phone]
    const { seen } = open([
      answerTo(listOwnSessions, () => sessions),
      answerTo(endOwnSessions, () => {
        sessions = [here]
        return undefined
      }),
    ])
    const part = within(await screen.findByRole('region', { name: 'Sessions' }))
    expect(await part.findByText(/^Firefox on Linux/)).toBeDefined()
    expect(part.getByText('This browser')).toBeDefined()

    await user.click(part.getByRole('button', { name: /^Sign out Chrome on Android/ }))

    await expect.poll(() => part.queryByText(/^Chrome on Android/)).toBeNull()
    expect(part.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
    expect(seen.find(({ method }) => method === 'DELETE')?.body).toEqual({ sessionID: 'phone' })
  })

  it('signs out everywhere else, and says when it did not', async () => {
    const { seen } = open([
      answerTo(listOwnSessions, () => [here, phone]),
      answerTo(endOwnSessions, () => failure('server/unavailable')),
    ])

    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))

    expect((await screen.findByRole('alert')).textContent).toContain('Sign-out failed')
    expect(seen.find(({ method }) => method === 'DELETE')?.body).toEqual({})
  })

  it('shows the five that were used last, and all of forty on request', async () => {
    const many = Array.from({ length: 39 }, (_, index) => ({ ...phone, sessionID: id(`phone-${index}`) }))
    open([answerTo(listOwnSessions, () => [here, ...many])])
    const part = within(await screen.findByRole('region', { name: 'Sessions' }))
    expect(await part.findAllByRole('listitem')).toHaveLength(5)

    await user.click(part.getByRole('button', { name: 'Show all 40 sessions' }))
    expect(part.getAllByRole('listitem')).toHaveLength(40)
    await user.click(part.getByRole('button', { name: 'Show fewer sessions' }))

    expect(part.getAllByRole('listitem')).toHaveLength(5)
  })
})
