import { buildProgramToken } from '#testing/build-program-token.ts'
import { answerTo, failure } from '#testing/answers.ts'
import { changeOwnPassword } from '@fieldwatch/contract/people/own-password'
import { listProgramTokens } from '@fieldwatch/contract/people/program-tokens'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#testing/render-part.tsx'
import { OwnPassword } from './own-password.tsx'

const user = userEvent.setup()

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
    const { seen } = renderPart(<OwnPassword />, { routes: [answerTo(changeOwnPassword)] })
    const dialog = await fill()

    await user.dblClick(dialog.getByRole('button', { name: 'Change' }))

    await screen.findByText('Your password has been changed, and you are signed out everywhere else.')
    expect(changesOf(seen)).toEqual([{ password: 'a long secret', newPassword: 'three blue herons' }])
  })

  it('revokes the tokens for programs with it, where the person wants that', async () => {
    const { seen } = renderPart(<OwnPassword />, {
      routes: [
        answerTo(changeOwnPassword),
        answerTo(listProgramTokens, () => ({ tokens: [buildProgramToken(), buildProgramToken()] })),
      ],
    })
    const dialog = await fill()

    await user.click(await dialog.findByRole('checkbox', { name: 'Also revoke your 2 tokens for programs' }))
    await user.click(dialog.getByRole('button', { name: 'Change' }))

    await screen.findByText('Your password has been changed, and you are signed out everywhere else.')
    const changed = { password: 'a long secret', newPassword: 'three blue herons', revokeTokens: true }
    expect(changesOf(seen)).toEqual([changed])
  })

  it('is not changed to one that is too short, before anything is sent', async () => {
    const { seen } = renderPart(<OwnPassword />, { routes: [answerTo(changeOwnPassword)] })
    const dialog = await fill({ next: 'short' })

    await user.click(dialog.getByRole('button', { name: 'Change' }))

    expect(dialog.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
    expect(changesOf(seen)).toEqual([])
  })

  it.each([
    [
      'Current password',
      failure('auth/wrong-password', { fields: { password: 'Wrong password.' } }),
      'Wrong password.',
    ],
    ['New password', failure('auth/weak-password'), 'The sentence of auth/weak-password.'],
  ])('that is refused says so at “%s”', async (label, answer, sentence) => {
    renderPart(<OwnPassword />, { routes: [answerTo(changeOwnPassword, () => answer)] })
    const dialog = await fill()

    await user.click(dialog.getByRole('button', { name: 'Change' }))

    const field = dialog.getByLabelText<HTMLInputElement>(label)
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    await waitFor(() => expect(document.activeElement).toBe(field))
    const descriptions = (field.getAttribute('aria-describedby') ?? '').split(' ')
    expect(descriptions.map((id) => document.getElementById(id)?.textContent)).toContain(sentence)
    expect(dialog.queryByRole('alert')).toBeNull()
  })

  it('that was not changed for another reason says which', async () => {
    renderPart(<OwnPassword />, { routes: [answerTo(changeOwnPassword, () => failure('server/unavailable'))] })
    const dialog = await fill()

    await user.click(dialog.getByRole('button', { name: 'Change' }))

    expect((await dialog.findByRole('alert')).textContent).toContain('The sentence of server/unavailable.')
  })
})
