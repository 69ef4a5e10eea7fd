import type { OwnSecondFactor } from '@fieldwatch/contract/second-factor'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { failure, success } from '#testing/fake-server.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const ENROL = 'POST /api/v1/me/second-factor/totp'
const CONFIRM = 'POST /api/v1/me/second-factor/totp/confirm'
const off: OwnSecondFactor = { totpSinceUTC: null, recoveryCodesLeft: 0, required: false, passkeys: [] }
const on: OwnSecondFactor = {
  totpSinceUTC: '2026-11-22T08:00:00.000Z',
  recoveryCodesLeft: 10,
  required: false,
  passkeys: [],
}

function open(own: () => OwnSecondFactor, routes: NonNullable<Parameters<typeof renderApp>[0]['routes']> = {}) {
  const me = buildSessionUser()
  return renderApp({
    path: '/settings',
    user: me,
    routes: {
      'GET /api/v1/me': () => success(me),
      'GET /api/v1/me/second-factor': () => success(own()),
      ...routes,
    },
  })
}

const region = async () => within(await screen.findByRole('region', { name: 'Second factor and passkeys' }))

beforeEach(() => window.sessionStorage.clear())

describe('an authenticator app', () => {
  it('is set up by the password, a QR code and a first code, and gives recovery codes once', async () => {
    let own = off
    const { seen } = open(() => own, {
      [ENROL]: ({ body }) =>
        (body as { password: string }).password === 'wrong'
          ? failure(403, 'auth/wrong-password', { fields: { password: 'This is not your password.' } })
          : success({ secret: SECRET, uri: `otpauth://totp/Fieldwatch:ada?secret=${SECRET}` }),
      [CONFIRM]: () => {
        own = on
        return success({ recoveryCodes: ['aaaa-bbbb-cccc', 'dddd-eeee-ffff'] })
      },
    })
    await user.click(await (await region()).findByRole('button', { name: 'Set up an authenticator app' }))
    const password = await screen.findByLabelText('Password', { selector: 'input' })
    await user.type(password, 'wrong{Enter}')
    await screen.findByText('This is not your password.')
    await user.clear(password)
    await user.type(password, 'a long secret{Enter}')

    expect(await screen.findByRole('img', { name: 'QR code for an authenticator app' })).toBeDefined()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeDefined()
    await user.type(screen.getByLabelText('First code'), '123456{Enter}')

    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' }))
    expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'aaaa-bbbb-cccc',
      'dddd-eeee-ffff',
    ])
    await user.click(screen.getByRole('button', { name: 'I have kept the codes' }))
    expect(await (await region()).findByText('10 left.')).toBeDefined()
    expect(seen.find(({ path }) => path.endsWith('/confirm'))?.body).toEqual({ code: '123456' })
  })

  it('asks before recovery codes are closed that were not kept', async () => {
    open(() => on, { 'POST /api/v1/me/second-factor/recovery-codes': () => success({ recoveryCodes: ['aaaa'] }) })
    await user.click(await (await region()).findByRole('button', { name: 'Make new ones' }))
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'a long secret')
    await user.type(screen.getByLabelText('Code'), '123456{Enter}')
    await screen.findByText('aaaa')

    await user.keyboard('{Escape}')

    expect(await screen.findByText('Close without the codes?')).toBeDefined()
  })

  it('is switched off by the password and a code', async () => {
    let own = on
    const { seen } = open(() => own, {
      'DELETE /api/v1/me/second-factor/totp': () => {
        own = off
        return success()
      },
    })
    await user.click(await (await region()).findByRole('button', { name: 'Switch off' }))
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'a long secret')
    await user.type(screen.getByLabelText('Code'), '123456{Enter}')

    expect(await (await region()).findByText(/^Off\. /)).toBeDefined()
    expect(seen.find(({ method }) => method === 'DELETE')?.body).toEqual({
      password: 'a long secret',
      code: '123456',
    })
  })

  it('shows when few recovery codes are left, and that it cannot be read', async () => {
    let broken = true
    const me = buildSessionUser()
    renderApp({
      path: '/settings',
      user: me,
      routes: {
        'GET /api/v1/me': () => success(me),
        'GET /api/v1/me/second-factor': () =>
          broken ? failure(403, 'access/forbidden') : success({ ...on, recoveryCodesLeft: 1 }),
      },
    })
    await (await region()).findByText('It cannot be shown')
    broken = false

    await user.click((await region()).getByRole('button', { name: 'Try again' }))

    expect(await (await region()).findByText('1 left: make new ones.')).toBeDefined()
  })
})
