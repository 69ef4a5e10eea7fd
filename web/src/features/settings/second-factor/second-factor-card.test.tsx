import { answerTo, failure, type Answer } from '#testing/answers.ts'
import { getMe } from '@fieldwatch/contract/people/users'
import { renamePasskey, removePasskey } from '@fieldwatch/contract/people/passkeys'
import {
  getSecondFactor,
  enrolTotp,
  confirmTotp,
  makeRecoveryCodes,
  removeTotp,
  type OwnSecondFactor,
} from '@fieldwatch/contract/people/second-factor'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const off: OwnSecondFactor = { totpSinceUTC: null, recoveryCodesLeft: 0, required: false, passkeys: [] }
const on: OwnSecondFactor = {
  totpSinceUTC: '2026-11-22T08:00:00.000Z',
  recoveryCodesLeft: 10,
  required: false,
  passkeys: [],
}

function open(own: () => OwnSecondFactor, routes: readonly Answer[] = []) {
  const me = buildSessionUser()
  return renderApp({
    path: '/settings',
    user: me,
    routes: [answerTo(getMe, () => me), answerTo(getSecondFactor, () => own()), ...routes],
  })
}

const region = async () => within(await screen.findByRole('region', { name: 'Second factor and passkeys' }))

beforeEach(() => window.sessionStorage.clear())

describe('an authenticator app', () => {
  it('is set up by the password, a QR code and a first code, and gives recovery codes once', async () => {
    let own = off
    const { seen } = open(
      () => own,
      [
        answerTo(enrolTotp, ({ body }) =>
          (body as { password: string }).password === 'wrong'
            ? failure('auth/wrong-password', { fields: { password: 'Wrong password.' } })
            : { secret: SECRET, uri: `otpauth://totp/Fieldwatch:ada?secret=${SECRET}` },
        ),
        answerTo(confirmTotp, () => {
          own = on
          return { recoveryCodes: ['aaaa-bbbb-cccc', 'dddd-eeee-ffff'] }
        }),
      ],
    )
    await user.click(await (await region()).findByRole('button', { name: 'Set up an authenticator app' }))
    const password = await screen.findByLabelText('Password', { selector: 'input' })
    await user.type(password, 'wrong{Enter}')
    await screen.findByText('Wrong password.')
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
    await user.click(screen.getByRole('button', { name: 'I have saved the codes' }))
    expect(await (await region()).findByText('10 left.')).toBeDefined()
    expect(seen.find(({ path }) => path.endsWith('/confirm'))?.body).toEqual({ code: '123456' })
  })

  it('asks before recovery codes are closed that were not kept', async () => {
    open(() => on, [answerTo(makeRecoveryCodes, () => ({ recoveryCodes: ['aaaa'] }))])
    await user.click(await (await region()).findByRole('button', { name: 'Make new ones' }))
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'a long secret')
    await user.type(screen.getByLabelText('Code'), '123456{Enter}')
    await screen.findByText('aaaa')

    await user.keyboard('{Escape}')

    expect(await screen.findByText('Close without the codes?')).toBeDefined()
  })

  it('is switched off by the password and a code', async () => {
    let own = on
    const { seen } = open(
      () => own,
      [
        answerTo(removeTotp, () => {
          own = off
          return undefined
        }),
      ],
    )
    await user.click(await (await region()).findByRole('button', { name: 'Switch off' }))
    expect(await screen.findByText(/^You then sign in with your password alone/)).toBeDefined()
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
      routes: [
        answerTo(getMe, () => me),
        answerTo(getSecondFactor, () => (broken ? failure('access/forbidden') : { ...on, recoveryCodesLeft: 1 })),
      ],
    })
    await (await region()).findByText('Failed to load the second factor')
    broken = false

    await user.click((await region()).getByRole('button', { name: 'Try again' }))

    expect(await (await region()).findByText('1 left: make new ones.')).toBeDefined()
  })
})

describe('passkeys', () => {
  const phone = { passkeyID: 'phone', name: 'Phone', addedUTC: '2026-11-22T08:00:00.000Z', lastUsedUTC: null }
  const withPhone = { ...off, recoveryCodesLeft: 10, passkeys: [phone] }

  it('are renamed once by a double click', async () => {
    let own = withPhone
    const { seen } = open(
      () => own,
      [
        answerTo(renamePasskey, () => {
          own = { ...withPhone, passkeys: [{ ...phone, name: 'Old phone' }] }
          return undefined
        }),
      ],
    )
    await user.click(await (await region()).findByRole('button', { name: 'Rename Phone' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename Phone' }))
    await user.clear(dialog.getByRole('textbox', { name: 'Name' }))
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Old phone')

    await user.dblClick(dialog.getByRole('button', { name: 'Save' }))

    expect(await (await region()).findByText('Phone is now called Old phone.')).toBeDefined()
    expect(await (await region()).findByRole('button', { name: 'Rename Old phone' })).toBeDefined()
    const renamed = seen.filter(({ method, path }) => method === 'PUT' && path === '/api/v1/me/passkeys')
    expect(renamed.map(({ body }) => body)).toEqual([{ passkeyID: 'phone', name: 'Old phone' }])
  })

  it('are removed by the password, which is asked for again when it is wrong', async () => {
    let own: OwnSecondFactor = withPhone
    open(
      () => own,
      [
        answerTo(removePasskey, ({ body }) => {
          if ((body as { password: string }).password === 'wrong') {
            return failure('auth/wrong-password', { fields: { password: 'Wrong password.' } })
          }
          own = off
          return undefined
        }),
      ],
    )
    await user.click(await (await region()).findByRole('button', { name: 'Remove Phone' }))
    const password = await screen.findByLabelText('Password', { selector: 'input' })
    await user.type(password, 'wrong{Enter}')
    expect(await screen.findByText('Wrong password.')).toBeDefined()
    await user.clear(password)

    await user.type(password, 'a long secret{Enter}')

    expect(await (await region()).findByText('Phone was removed.')).toBeDefined()
    await expect.poll(() => screen.queryByRole('list', { name: 'Passkeys' })).toBeNull()
  })
})
