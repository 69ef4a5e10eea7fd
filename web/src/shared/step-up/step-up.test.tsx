import { buildProgramToken } from '#testing/build-program-token.ts'
import { answerTo, failure } from '#testing/answers.ts'
import { stepUp } from '@fieldwatch/contract/people/step-up'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ProofWay } from '@fieldwatch/contract/api/errors'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()
const BODY = { name: 'Script', scopes: ['read' as const], days: 30 }

/** A portal that makes a token once the right password or code was given, and a call that asks for one. */
async function openApp(ways: readonly ProofWay[]) {
  let proven = false
  const { app, seen } = renderApp({
    path: '/no/such/page',
    user: buildSessionUser(),
    routes: [
      answerTo(createProgramToken, () =>
        proven
          ? { token: buildProgramToken(), secret: 'fwp_made' }
          : failure('auth/step-up-needed', { stepUp: { ways: [...ways] } }),
      ),
      answerTo(stepUp, ({ body: { password, code } }) => {
        proven = password === 'right' || code === '123456'
        return proven
          ? { untilUTC: '2099-01-01T00:00:00.000Z' }
          : failure('auth/wrong-password', { fields: { password: 'Wrong password.' } })
      }),
    ],
  })
  await screen.findByText('There is no such page')
  const made = app.api.call(createProgramToken, { body: BODY })
  const outcome = made.then(
    () => 'made',
    (error: unknown) => (error as { code: string }).code,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }, { timeout: 5000 }))
  return { dialog, outcome, seen }
}

beforeEach(() => window.sessionStorage.clear())

describe('a change for which the portal asks for the password again', () => {
  it('continues after the right one, as the same request', async () => {
    const { dialog, outcome, seen } = await openApp(['password'])
    const password = dialog.getByLabelText(/^Password/)

    await user.type(password, 'wrong')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await dialog.findByText('Wrong password.')).toBeDefined()
    await user.clear(password)
    await user.type(password, 'right{Enter}')

    expect(await outcome).toBe('made')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const asked = seen.filter(({ path }) => path === '/api/v1/tokens')
    expect(asked.map(({ body }) => body)).toEqual([BODY, BODY])
    expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  it('is given up when the dialog is closed', async () => {
    const { dialog, outcome, seen } = await openApp(['password'])

    await user.click(dialog.getByRole('button', { name: 'Close' }))

    expect(await outcome).toBe('auth/step-up-needed')
    expect(seen.filter(({ path }) => path === '/api/v1/tokens')).toHaveLength(1)
  })

  it('takes a code in place of the password', async () => {
    const { dialog, outcome } = await openApp(['password', 'totp', 'recovery'])

    await user.click(dialog.getByRole('button', { name: 'Use the authenticator app' }))
    await user.type(dialog.getByLabelText(/^Code/), '123456{Enter}')

    expect(await outcome).toBe('made')
  })

  it('says that only a new sign-in helps who has neither', async () => {
    const { dialog } = await openApp([])

    expect(dialog.getByText(/Sign out, sign in again/)).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true)
  })
})
