import { buildEntity } from '#testing/build-entity.ts'
import { answerAt, answerTo, failure, whole } from '#testing/answers.ts'
import { refresh, signIn } from '@fieldwatch/contract/people/auth'
import { getMe, updateUsers, listUsers, createUser } from '@fieldwatch/contract/people/users'
import { listApps } from '@fieldwatch/contract/people/apps'
import { getEntity } from '@fieldwatch/contract/people/entities'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { renderApp } from '#testing/render-app.tsx'
// Loaded ahead, so that no test waits for it.
import '#features/settings/profile/profile-tab.tsx'
import '#features/settings/settings-page.tsx'
import '#features/management/management-page.tsx'

const user = userEvent.setup()
const ada = buildSessionUser()

beforeEach(() => window.sessionStorage.clear())

/** Profile of someone whose session the server ends as soon as `end` is called. */
function openProfile() {
  let ended = false
  const opened = renderApp({
    path: '/settings',
    user: ada,
    routes: [
      answerTo(refresh, () =>
        ended ? failure('auth/session-ended') : { idToken: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: ada },
      ),
      answerTo(signIn, ({ body }) => {
        if ((body as { password: string }).password !== 'right') return failure('auth/invalid-credential')
        ended = false
        return { idToken: 'newer', expiresAt: '2099-01-01T00:00:00.000Z', user: ada }
      }),
      answerTo(getMe, () => ada),
      answerTo(listApps, () => []),
      answerTo(updateUsers, () =>
        ended ? failure('auth/session-ended') : whole({ status: 'success', message: 'Ada was updated.' }),
      ),
    ],
  })
  return {
    ...opened,
    end: () => {
      ended = true
    },
  }
}

/** Edits the first name, saves it once the session is over, and waits for the question. */
async function saveTooLate() {
  const opened = openProfile()
  const card = within(await screen.findByRole('region', { name: 'Details' }))
  await user.click(card.getByRole('button', { name: 'Edit' }))
  await user.type(await card.findByLabelText(/^First Name/), ' Augusta')
  opened.end()
  await user.click(card.getByRole('button', { name: 'Save' }))
  return { ...opened, card, question: within(await screen.findByRole('dialog', { name: 'Sign in again' })) }
}

describe('a session that ends while a form is filled', () => {
  it('asks the same person for the password over the page, and continues with what they did', async () => {
    const { app, card, question, seen } = await saveTooLate()
    expect(question.getByLabelText<HTMLInputElement>('Email').value).toBe(ada.email)
    expect(card.getByLabelText<HTMLInputElement>(/^First Name/).value).toBe('Ada Augusta')

    await user.type(question.getByLabelText('Password'), 'wrong')
    await user.click(question.getByRole('button', { name: 'Sign in' }))
    expect((await question.findByRole('alert')).textContent).toContain('Email or Password is invalid')
    await user.clear(question.getByLabelText('Password'))
    await user.type(question.getByLabelText('Password'), 'right')
    await user.click(question.getByRole('button', { name: 'Sign in' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await card.findByRole('button', { name: 'Edit' })).toBeDefined()
    expect(app.router.state.location.pathname).toBe('/settings')
    const saves = seen.filter(({ method }) => method === 'PUT')
    expect(saves.map(({ authorization }) => authorization)).toEqual(['Bearer token', 'Bearer newer'])
    expect(saves.at(-1)?.body).toMatchObject({ firstName: 'Ada Augusta' })
  })

  it('does not close on Escape', async () => {
    await saveTooLate()

    await user.keyboard('{Escape}')

    expect(screen.getByRole('dialog', { name: 'Sign in again' })).toBeDefined()
  })

  it('leads to Login on request, which says why and knows the way back', async () => {
    const { app, question } = await saveTooLate()

    await user.click(question.getByRole('button', { name: 'Go to the login page' }))

    expect(await screen.findByText('Your session has ended. Sign in to continue where you were.')).toBeDefined()
    expect(app.router.state.location.href).toBe('/login?redirect=%2Fsettings')
  })
})

describe('an admin who becomes a viewer while a page is open', () => {
  it('loses what only admins see as soon as the portal refuses something', async () => {
    let role: 'admin' | 'viewer' = 'admin'
    const me = () => buildSessionUser({ role })
    renderApp({
      path: '/settings?tab=my-company',
      user: me(),
      routes: [
        answerTo(getMe, () => me()),
        answerTo(listApps, () => []),
        answerAt(getEntity, { id: 'water' }, () => buildEntity()),
        answerTo(listUsers, () => ({ users: [] })),
        answerTo(createUser, () => failure('access/forbidden')),
      ],
    })
    await user.click(await screen.findByRole('button', { name: '+ add user' }))
    const form = within(await screen.findByRole('dialog', { name: 'New User' }))
    await user.type(form.getByLabelText(/^First Name/), 'Emmy')
    await user.type(form.getByLabelText(/^Last Name/), 'Noether')
    await user.type(form.getByLabelText(/^Email/), 'emmy@northwind.example')
    await user.selectOptions(form.getByLabelText(/^Role/), 'viewer')
    role = 'viewer'

    await user.click(form.getByRole('button', { name: 'Submit' }))

    await waitFor(() => expect(screen.queryByRole('button', { name: '+ add user' })).toBeNull())
    expect(screen.queryByRole('link', { name: 'Account settings' })).toBeNull()
  })

  it('loses it on coming back to the page', async () => {
    let role: 'admin' | 'viewer' = 'admin'
    const me = () => buildSessionUser({ role })
    renderApp({
      path: '/settings',
      user: me(),
      routes: [answerTo(getMe, () => me()), answerTo(listApps, () => [])],
    })
    await screen.findByRole('link', { name: 'Account settings' })
    role = 'viewer'

    window.dispatchEvent(new Event('visibilitychange'))

    await waitFor(() => expect(screen.queryByRole('link', { name: 'Account settings' })).toBeNull())
  })
})
