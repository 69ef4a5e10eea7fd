import { answerTo, failure } from '#testing/answers.ts'
import { confirmEmailChange } from '@fieldwatch/contract/people/own-password'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()

it('confirms a new address by a button, and says which one is used now', async () => {
  const { seen } = renderApp({
    path: '/confirm-email#token=secret',
    routes: [answerTo(confirmEmailChange, () => ({ email: 'new@water.example' }))],
  })
  const button = await screen.findByRole('button', { name: 'Confirm' })
  expect(seen.some(({ path }) => path.endsWith('/email-change/confirm'))).toBe(false)

  await user.click(button)

  expect(await screen.findByText('You sign in with new@water.example.')).toBeDefined()
})

it('says what to do about a link that does not work any more', async () => {
  renderApp({
    path: '/confirm-email#token=secret',
    routes: [answerTo(confirmEmailChange, () => failure('auth/reset-link-invalid'))],
  })

  await user.click(await screen.findByRole('button', { name: 'Confirm' }))

  expect(await screen.findByText(/save the new address in your profile again/)).toBeDefined()
})
