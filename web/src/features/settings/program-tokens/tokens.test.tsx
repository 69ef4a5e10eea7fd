import { answerTo, failure, type Answer } from '#testing/answers.ts'
import { getMe } from '@fieldwatch/contract/people/users'
import {
  listProgramTokens,
  createProgramToken,
  revokeProgramToken,
  type ProgramToken,
} from '@fieldwatch/contract/people/program-tokens'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()

function buildToken(given: Partial<ProgramToken> = {}): ProgramToken {
  return {
    tokenID: 'nightly' as ProgramToken['tokenID'],
    name: 'Nightly report',
    beginning: 'fwp_abcd',
    scopes: ['read', 'manage-units'],
    entity: null,
    role: null,
    createdUTC: '2026-11-01T08:00:00.000Z',
    createdBy: null,
    expiresUTC: '2126-11-01T08:00:00.000Z',
    lastUsedUTC: null,
    lastUsedFrom: '',
    ...given,
  }
}

const OLD = { tokenID: 'old' as ProgramToken['tokenID'], name: 'Old' }

type Routes = readonly Answer[]

function open(path: string, routes: Routes, role: 'admin' | 'viewer' = 'admin') {
  const me = buildSessionUser({ role })
  return renderApp({ path, user: me, routes: [answerTo(getMe, () => me), ...routes] })
}

const place = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(() => window.sessionStorage.clear())

describe('tokens for programs', () => {
  it('are made once by a double click, for what was chosen, and shown until they were kept', async () => {
    const { seen } = open(
      '/settings',
      [
        answerTo(listProgramTokens, () => ({ tokens: [] })),
        answerTo(createProgramToken, () => ({ token: buildToken(), secret: 'fwp_abcdSECRET' })),
      ],
      'viewer',
    )
    await user.click(await (await place('Tokens for programs')).findByRole('button', { name: 'Add token' }))
    const dialog = within(await screen.findByRole('dialog'))

    await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Nightly report')
    await user.click(dialog.getByRole('checkbox', { name: 'Manage units' }))
    expect(dialog.queryByRole('checkbox', { name: 'Send for units' })).toBeNull()
    expect(dialog.queryByRole('combobox', { name: 'Acts as' })).toBeNull()
    await user.dblClick(dialog.getByRole('button', { name: 'Add' }))

    expect(await screen.findByText('fwp_abcdSECRET')).toBeDefined()
    const made = seen.filter(({ method, path }) => method === 'POST' && path === '/api/v1/tokens')
    expect(made.map(({ body }) => body)).toEqual([
      { name: 'Nightly report', scopes: ['read', 'manage-units'], days: 90 },
    ])
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('dialog', { name: 'Close without the token?' })).toBeDefined()
  })

  it('say what they are for, when they end, and how they begin', async () => {
    const used = { lastUsedUTC: '2026-11-20T08:00:00.000Z', lastUsedFrom: '10.0.0.7' }
    open('/settings', [
      answerTo(listProgramTokens, () => ({
        tokens: [buildToken(used), buildToken({ ...OLD, expiresUTC: '2020-01-01T00:00:00.000Z' })],
      })),
    ])

    const [first, second] = await (await place('Tokens for programs')).findAllByRole('listitem')
    expect(first?.textContent).toMatch(/Read, Manage units.*Last used .* from 10\.0\.0\.7\. Begins with fwp_abcd/)
    expect(second?.textContent).toMatch(/Expired.*Expired .*Never used/)
  })

  it('of an entity are made with a right there, for an admin’s scopes only where that is an admin’s', async () => {
    const { seen } = open('/settings?tab=tokens', [
      answerTo(listProgramTokens, () => ({ tokens: [] })),
      answerTo(createProgramToken, () => ({ token: buildToken(), secret: 'fwp_x' })),
    ])
    await user.click(await screen.findByRole('button', { name: 'Add token' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Gateway')
    const right = dialog.getByRole('combobox', { name: 'Acts as' })

    await user.selectOptions(right, 'admin')
    await user.click(dialog.getByRole('checkbox', { name: 'Send for units' }))
    await user.selectOptions(right, 'viewer')
    expect(dialog.queryByRole('checkbox', { name: 'Send for units' })).toBeNull()
    await user.selectOptions(right, 'admin')
    await user.click(dialog.getByRole('checkbox', { name: 'Send for units' }))
    await user.click(dialog.getByRole('button', { name: 'Add' }))

    await screen.findByText('fwp_x')
    expect(seen.find(({ method, path }) => method === 'POST' && path === '/api/v1/tokens')?.body).toEqual({
      name: 'Gateway',
      scopes: ['read', 'send-for-units'],
      days: 90,
      entity: buildSessionUser({}).entity,
      role: 'admin',
    })
  })

  it('are revoked after a question, and a failure says why', async () => {
    let isBroken = true
    let tokens = [buildToken()]
    const { seen } = open('/settings', [
      answerTo(listProgramTokens, () => ({ tokens })),
      answerTo(revokeProgramToken, () => (isBroken ? failure('server/internal') : undefined)),
    ])
    const own = await place('Tokens for programs')
    const revoke = async (): Promise<void> => {
      await user.click(await own.findByRole('button', { name: 'Revoke Nightly report' }))
      // However long the name is, it stays in the dialog.
      const title = await screen.findByRole('heading', { name: 'Revoke Nightly report?' })
      expect(title.style.overflowWrap).toBe('anywhere')
      await user.click(screen.getByRole('button', { name: 'Revoke' }))
    }

    await revoke()
    expect(await own.findByText('The token was not revoked.')).toBeDefined()
    isBroken = false
    tokens = []
    await revoke()

    expect(await own.findByText(/^None yet\./)).toBeDefined()
    expect(seen.filter(({ method }) => method === 'DELETE').map(({ body }) => body)).toEqual([
      { tokenID: 'nightly' },
      { tokenID: 'nightly' },
    ])
  })

  it('are as many as there may be: it says so, and the own ones are cut', async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      buildToken({ tokenID: `t${index}` as ProgramToken['tokenID'], name: `Token ${index}` }),
    )
    const { app } = open('/settings', [answerTo(listProgramTokens, () => ({ tokens: many }))])
    const own = await place('Tokens for programs')
    expect(await own.findByText(/^There are 30 tokens, the most allowed\./)).toBeDefined()
    expect(own.getByRole('button', { name: 'Add token' })).toHaveProperty('disabled', true)
    expect(own.getAllByRole('listitem')).toHaveLength(5)

    await user.click(own.getByRole('button', { name: 'Show all 30 tokens' }))
    expect(own.getAllByRole('listitem')).toHaveLength(30)
    await app.router.navigate({ to: '/settings', search: { tab: 'tokens' } })

    expect(await screen.findByRole('heading', { name: 'Tokens' })).toBeDefined()
    await expect.poll(() => screen.queryByRole('button', { name: 'Revoke Token 29' })).not.toBeNull()
  })
})
