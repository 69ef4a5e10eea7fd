import { type Reply, answerTo, failure } from '#testing/answers.ts'
import {
  signIn,
  refresh,
  listSignInProviders,
  requestPasswordReset,
  checkPasswordReset,
  confirmPasswordReset,
} from '@fieldwatch/contract/people/auth'
import { listUnits } from '@fieldwatch/contract/units/units'
import { signInWithCode, setUpSecondFactor, confirmSetUp } from '@fieldwatch/contract/people/second-factor'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { renderApp } from '#testing/render-app.tsx'
import { onlyBody, pressTwice } from '#testing/press-twice.ts'

const user = userEvent.setup()

beforeEach(() => window.sessionStorage.clear())

async function typeCredentials(): Promise<void> {
  await user.type(await screen.findByLabelText('Email'), 'ada@northwind.example')
  await user.type(screen.getByLabelText('Password'), 'a long secret')
}

describe('Login', () => {
  // spec 1-2-02, 1-2-23, 1-2-25, 1-2-26, 1-4-11
  it('sends what was typed, says that it is busy, and leads to the dashboard', async () => {
    const answer = Promise.withResolvers<Reply<typeof signIn>>()
    const { app, seen } = renderApp({
      path: '/login',
      routes: [answerTo(signIn, () => answer.promise), answerTo(listUnits, () => [])],
    })
    await typeCredentials()

    pressTwice(screen.getByRole('button', { name: 'Sign in' }))

    const busy = await screen.findByRole('button', { name: 'signing in...' })
    await user.click(busy)
    expect(seen.filter(({ path }) => path === '/api/v1/auth/sign-in')).toMatchObject([
      { body: { email: 'ada@northwind.example', password: 'a long secret' } },
    ])
    answer.resolve({ idToken: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: buildSessionUser() })
    await screen.findByRole('heading', { name: /^Units/ })
    expect(app.router.state.location.pathname).toBe('/dashboard')
  })

  // spec 1-4-12, 1-8-01, 1-8-02, 1-8-03
  it.each([
    ['auth/invalid-credential', 'Email or Password is invalid'],
    [
      'auth/too-many-requests',
      'Too many attempts were made and the account has been disabled. Please try again later.',
    ],
    ['server/internal', 'server/internal'],
  ] as const)('says of %s: %s', async (code, text) => {
    renderApp({ path: '/login', routes: [answerTo(signIn, () => failure(code))] })
    await typeCredentials()

    await user.click(screen.getByRole('button', { name: 'Sign in' }))

    expect(await screen.findByRole('alert')).toHaveProperty('textContent', expect.stringContaining(text))
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@northwind.example')
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined()
  })

  const needed = () =>
    failure('auth/second-factor-needed', { secondFactor: { token: 'next', ways: ['totp', 'recovery'] } })

  it('asks for the second factor after the password, by the app or by a recovery code', async () => {
    const { app, seen } = renderApp({
      path: '/login',
      routes: [
        answerTo(signIn, needed),
        answerTo(signInWithCode, ({ body }) =>
          (body as { code: string }).code === '000000'
            ? failure('auth/wrong-code')
            : { idToken: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: buildSessionUser() },
        ),
        answerTo(listUnits, () => []),
      ],
    })
    await typeCredentials()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))

    const code = await screen.findByLabelText<HTMLInputElement>('Code')
    expect(code.autocomplete).toBe('one-time-code')
    await user.type(code, '000000{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('This code is wrong')
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    expect(screen.queryByRole('alert')).toBeNull()
    await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-jkmn{Enter}')

    await screen.findByRole('heading', { name: /^Units/ })
    expect(app.router.state.location.pathname).toBe('/dashboard')
    expect(seen.filter(({ path }) => path === '/api/v1/auth/second-factor').map(({ body }) => body)).toEqual([
      { token: 'next', code: '000000' },
      { token: 'next', code: 'abcd-efgh-jkmn' },
    ])
  })

  const toSetUp = () => failure('auth/second-factor-to-set-up', { setUp: { token: 'set up' } })
  const secret = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Fieldwatch:ada?secret=JBSW' }

  it('sets a required second factor up after the password, and continues once the recovery codes were kept', async () => {
    const { app, seen } = renderApp({
      path: '/login',
      routes: [
        answerTo(signIn, toSetUp),
        answerTo(setUpSecondFactor, () => secret),
        answerTo(confirmSetUp, ({ body }) =>
          (body as { code: string }).code === '000000'
            ? failure('auth/wrong-code', { fields: { code: 'This code is wrong.' } })
            : {
                idToken: 'token',
                expiresAt: '2099-01-01T00:00:00.000Z',
                user: buildSessionUser(),
                recoveryCodes: ['abcd-efgh-jkmn', 'pqrs-tuvw-xyz2'],
              },
        ),
        answerTo(listUnits, () => []),
      ],
    })
    await typeCredentials()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))

    expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeDefined()
    expect(await screen.findByRole('img', { name: 'QR code for an authenticator app' })).toBeDefined()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href')).toBe(secret.uri)
    await user.type(screen.getByLabelText('First code'), '000000{Enter}')
    await screen.findByText('This code is wrong.')
    await user.clear(screen.getByLabelText('First code'))
    await user.type(screen.getByLabelText('First code'), '123456')
    await user.dblClick(screen.getByRole('button', { name: 'Switch it on and sign in' }))

    const codes = await screen.findByRole('list', { name: 'Recovery codes' })
    expect(codes.textContent).toBe('abcd-efgh-jkmnpqrs-tuvw-xyz2')
    expect(app.router.state.location.pathname).toBe('/login')
    await user.click(screen.getByRole('button', { name: 'I have saved the codes' }))

    await screen.findByRole('heading', { name: /^Units/ })
    expect(seen.filter(({ path }) => path.includes('/set-up')).map(({ body }) => body)).toEqual([
      { token: 'set up' },
      { token: 'set up', code: '000000' },
      { token: 'set up', code: '123456' },
    ])
  })

  it('leads back to the password when setting up took too long', async () => {
    renderApp({
      path: '/login',
      routes: [answerTo(signIn, toSetUp), answerTo(setUpSecondFactor, () => failure('auth/step-expired'))],
    })
    await typeCredentials()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))

    await screen.findByText('The sentence of auth/step-expired.')
    expect(screen.queryByLabelText('First code')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to the password' }))

    expect(screen.getByLabelText('Password')).toBeDefined()
  })

  it('says why a session does not count any more', async () => {
    renderApp({
      path: '/settings',
      routes: [answerTo(refresh, () => failure('auth/second-factor-required'))],
    })

    await screen.findByText(/^Your entity now requires a second factor\. Sign in again/)
  })

  it('leads back to the password when the second step took too long', async () => {
    renderApp({
      path: '/login',
      routes: [answerTo(signIn, needed), answerTo(signInWithCode, () => failure('auth/step-expired'))],
    })
    await typeCredentials()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}')

    await screen.findByText('The sentence of auth/step-expired.')
    await user.click(screen.getByRole('button', { name: 'Back to the password' }))

    expect(screen.getByLabelText('Password')).toBeDefined()
  })

  // spec 1-5-01
  it('requires both fields', async () => {
    renderApp({ path: '/login' })

    expect((await screen.findByLabelText<HTMLInputElement>('Email')).required).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>('Password').required).toBe(true)
  })

  // spec 1-2-24
  it('links to Reset Password', async () => {
    renderApp({ path: '/login' })

    await user.click(await screen.findByRole('link', { name: 'Forgot password' }))

    expect(await screen.findByRole('heading', { name: 'Reset password' })).toBeDefined()
  })
})

describe('Reset Password', () => {
  // spec 1-2-03, 1-2-27, 1-2-28, 1-2-29, 1-4-13, 1-5-02, 1-8-04
  it('asks for the mail, says that it is busy and that it was sent', async () => {
    const answer = Promise.withResolvers<Reply<typeof requestPasswordReset>>()
    const { seen } = renderApp({
      path: '/reset-password',
      routes: [answerTo(requestPasswordReset, () => answer.promise)],
    })
    const field = await screen.findByLabelText<HTMLInputElement>('Email')
    expect(field.required).toBe(true)
    await user.type(field, 'ada@northwind.example')

    pressTwice(screen.getByRole('button', { name: 'Reset password' }))

    expect(await screen.findByRole('button', { name: 'Sending email...' })).toBeDefined()
    answer.resolve(undefined)
    expect(await screen.findByText('An email was sent')).toBeDefined()
    expect(onlyBody(seen, 'POST /api/v1/auth/password-reset')).toEqual({ email: 'ada@northwind.example' })
  })

  // spec 1-8-05
  it('shows the error code of a failure', async () => {
    renderApp({
      path: '/reset-password',
      routes: [answerTo(requestPasswordReset, () => failure('server/unavailable'))],
    })
    await user.type(await screen.findByLabelText('Email'), 'ada@northwind.example')

    await user.click(screen.getByRole('button', { name: 'Reset password' }))

    expect(await screen.findByText('server/unavailable')).toBeDefined()
  })

  // spec 1-2-30
  it('leads back to Login', async () => {
    renderApp({ path: '/reset-password' })

    await user.click(await screen.findByRole('link', { name: 'Back to login' }))

    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
  })

  it('sets a new password with the token of the mailed link', async () => {
    const { seen } = renderApp({
      path: '/reset-password#token=secret',
      routes: [
        answerTo(checkPasswordReset, () => ({ invited: false, programTokens: 0 })),
        answerTo(confirmPasswordReset),
      ],
    })
    const field = await screen.findByLabelText<HTMLInputElement>('New password')
    expect(field.minLength).toBe(10)
    await user.type(field, 'a new long secret')

    pressTwice(screen.getByRole('button', { name: 'Save password' }))

    expect(await screen.findByText('Your password has been changed.')).toBeDefined()
    expect(onlyBody(seen, 'POST /api/v1/auth/password-reset/confirm')).toEqual({
      token: 'secret',
      password: 'a new long secret',
    })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('revokes the tokens for programs with it, where the person wants that', async () => {
    const { seen } = renderApp({
      path: '/reset-password#token=secret',
      routes: [
        answerTo(checkPasswordReset, () => ({ invited: false, programTokens: 1 })),
        answerTo(confirmPasswordReset),
      ],
    })
    await user.type(await screen.findByLabelText('New password'), 'a new long secret')

    await user.click(screen.getByRole('checkbox', { name: 'Also revoke your token for programs' }))
    await user.click(screen.getByRole('button', { name: 'Save password' }))

    expect(await screen.findByText('Your password has been changed.')).toBeDefined()
    expect(seen.at(-1)?.body).toEqual({ token: 'secret', password: 'a new long secret', revokeTokens: true })
  })

  it('offers a new link in place of one that stopped working in the meantime', async () => {
    renderApp({
      path: '/reset-password#token=used',
      routes: [
        answerTo(checkPasswordReset, () => ({ invited: false, programTokens: 0 })),
        answerTo(confirmPasswordReset, () => failure('auth/reset-link-invalid')),
      ],
    })
    await user.type(await screen.findByLabelText('New password'), 'a new long secret')

    await user.click(screen.getByRole('button', { name: 'Save password' }))
    await user.click(await screen.findByRole('link', { name: 'Send me a new link' }))

    expect(await screen.findByRole('heading', { name: 'Reset password' })).toBeDefined()
  })

  it('says of a dead link when it is opened that it is one, and offers another', async () => {
    renderApp({
      path: '/reset-password#token=used',
      routes: [answerTo(checkPasswordReset, () => failure('auth/reset-link-invalid'))],
    })

    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined()
    expect(screen.queryByLabelText(/password/i)).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Send me a new link' }))
    expect(await screen.findByRole('heading', { name: 'Reset password' })).toBeDefined()
  })

  it('says nothing of an old password to invited people', async () => {
    renderApp({
      path: '/reset-password#token=secret',
      routes: [
        answerTo(checkPasswordReset, () => ({ invited: true, programTokens: 0 })),
        answerTo(confirmPasswordReset),
      ],
    })
    const field = await screen.findByLabelText('Password')
    const shown = screen.getByRole('main').textContent
    await user.type(field, 'a new long secret')
    await user.click(screen.getByRole('button', { name: 'Save password' }))

    expect(shown).toContain('Choose your password')
    expect(shown).not.toMatch(/new|old|earlier|replaces/i)
    expect(await screen.findByText('Your password has been saved.')).toBeDefined()
  })

  it('takes a password all the same when the link cannot be looked at now', async () => {
    renderApp({
      path: '/reset-password#token=secret',
      routes: [answerTo(checkPasswordReset, () => failure('request/rate-limited'))],
    })

    expect(await screen.findByLabelText('New password')).toBeDefined()
  })
})

describe('the login page', () => {
  it('asks for no session in a browser without a former sign-in', async () => {
    const { seen } = renderApp({ path: '/login', marked: false })

    await screen.findByText('Your units at a glance.')
    expect(seen.map(({ path }) => path)).not.toContain('/api/v1/auth/refresh')
  })

  it('says that the session has ended to a person who comes back too late', async () => {
    renderApp({ path: '/settings' })

    expect(await screen.findByText('Your session has ended. Sign in to continue where you were.')).toBeDefined()
  })
})
const waterId = () => [{ name: 'Water ID', path: '/api/v1/auth/water' }]

describe('signing in by a provider', () => {
  it('is offered by its name, and comes back to the page that was wanted', async () => {
    renderApp({
      path: '/login?redirect=%2Fdashboard%2Fpump%3Ffrom%3D1',
      marked: false,
      routes: [answerTo(listSignInProviders, waterId)],
    })

    const link = await screen.findByRole('link', { name: 'Sign in with Water ID' })

    expect(link.getAttribute('href')).toBe('/api/v1/auth/water?redirect=%2Fdashboard%2Fpump%3Ffrom%3D1')
  })

  it('is offered as it is where no page was wanted', async () => {
    renderApp({ path: '/login', marked: false, routes: [answerTo(listSignInProviders, waterId)] })

    const link = await screen.findByRole('link', { name: 'Sign in with Water ID' })

    expect(link.getAttribute('href')).toBe('/api/v1/auth/water')
  })

  it.each([
    ['there is none', () => []],
    ['the portal cannot say', () => failure('server/unavailable')],
    ['the portal is away', () => new TypeError('failed to fetch')],
  ])('is not offered where %s, and passwords work all the same', async (_, answer) => {
    const { app, seen } = renderApp({
      path: '/login',
      routes: [
        answerTo(listSignInProviders, answer),
        answerTo(signIn, () => ({ idToken: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: buildSessionUser() })),
        answerTo(listUnits, () => []),
      ],
    })
    await typeCredentials()
    await expect.poll(() => seen.some(({ path }) => path === '/api/v1/auth/providers')).toBe(true)

    expect(screen.queryByRole('link', { name: /Sign in with/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))

    await screen.findByRole('heading', { name: /^Units/ })
    expect(app.router.state.location.pathname).toBe('/dashboard')
  })

  it.each([
    ['auth/provider-away', 'The provider can’t be reached. Sign in with your password, or try again in a moment.'],
    ['auth/provider-refused', 'The provider did not sign you in, or it took too long. Try again.'],
    [
      'auth/provider-unknown',
      'No account here has the address that the provider sent. Ask an admin of your entity to add you.',
    ],
    ['auth/provider-unverified', 'The provider has not verified your email address. Verify it there first.'],
    [
      'server/unavailable',
      'Signing in with the provider failed. Sign in with your password, or try again in a moment.',
    ],
  ])('that ended with %s says: %s', async (code, sentence) => {
    renderApp({
      path: `/login?redirect=%2Fsettings#problem=${encodeURIComponent(code)}`,
      routes: [answerTo(listSignInProviders, waterId), answerTo(signIn, () => failure('auth/invalid-credential'))],
    })

    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    await typeCredentials()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))

    await screen.findByText('Email or Password is invalid')
    expect(screen.queryByText(sentence)).toBeNull()
  })
})
