import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { failure, success } from '#testing/fake-server.ts'
import { renderPart } from '#testing/render-part.tsx'
import { OwnPassword } from './own-password.tsx'

const user = userEvent.setup()
const CHANGE = 'PUT /api/v1/me/password'

const changesOf = (seen: readonly { method: string; body: unknown }[]): unknown[] =>
  seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)

/** Fills the dialog, which can then be sent. */
async function fill({ now = 'a long secret', next = 'three blue herons' } = {}) {
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }))
  await user.type(dialog.getByLabelText('Current password'), now)
  await user.type(dialog.getByLabelText('New password'), next)
  return dialog
}

describe('the own password', () => {
  it('is changed once by a double click, and says what that ended', async () => {
    const { seen } = renderPart(<OwnPassword />, { routes: { [CHANGE]: () => success() } })
    const dialog = await fill()

    await user.dblClick(dialog.getByRole('button', { name: 'Change' }))

    await screen.findByText('Your password has been changed, and you are signed out everywhere else.')
    expect(changesOf(seen)).toEqual([{ password: 'a long secret', newPassword: 'three blue herons' }])
  })

  it('revokes the tokens for programs with it, where the person wants that', async () => {
    const { seen } = renderPart(<OwnPassword />, {
      routes: { [CHANGE]: () => success(), 'GET /api/v1/tokens': () => success({ tokens: [{}, {}] }) },
    })
    const dialog = await fill()

    await user.click(await dialog.findByRole('checkbox', { name: 'Also revoke your 2 tokens for programs' }))
    await user.click(dialog.getByRole('button', { name: 'Change' }))

    await screen.findByText('Your password has been changed, and you are signed out everywhere else.')
    const changed = { password: 'a long secret', newPassword: 'three blue herons', revokeTokens: true }
    expect(changesOf(seen)).toEqual([changed])
  })

  it('is not changed to one that is too short, before anything is sent', async () => {
    const { seen } = renderPart(<OwnPassword />, { routes: { [CHANGE]: () => success() } })
    const dialog = await fill({ next: 'short' })

    await user.click(dialog.getByRole('button', { name: 'Change' }))

    expect(dialog.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
    expect(changesOf(seen)).toEqual([])
  })

  it.each([
    [
      'Current password',
      failure(403, 'auth/wrong-password', { fields: { password: 'This is not your password.' } }),
      'This is not your password.',
    ],
    ['New password', failure(400, 'auth/weak-password'), 'The sentence of auth/weak-password.'],
  ])('that is refused says so at “%s”', async (label, answer, sentence) => {
    renderPart(<OwnPassword />, { routes: { [CHANGE]: () => answer } })
    const dialog = await fill()

    await user.click(dialog.getByRole('button', { name: 'Change' }))

    const field = dialog.getByLabelText<HTMLInputElement>(label)
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    await waitFor(() => expect(document.activeElement).toBe(field))
    const told = (field.getAttribute('aria-describedby') ?? '').split(' ')
    expect(told.map((id) => document.getElementById(id)?.textContent)).toContain(sentence)
    expect(dialog.queryByRole('alert')).toBeNull()
  })

  it('that was not changed for another reason says which', async () => {
    renderPart(<OwnPassword />, { routes: { [CHANGE]: () => failure(503, 'server/unavailable') } })
    const dialog = await fill()

    await user.click(dialog.getByRole('button', { name: 'Change' }))

    expect((await dialog.findByRole('alert')).textContent).toContain('The sentence of server/unavailable.')
  })
})
