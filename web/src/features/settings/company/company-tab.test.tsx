import { answerAt, answerTo, failure, type Answer, whole } from '#testing/answers.ts'
import { listApps } from '@fieldwatch/contract/people/apps'
import { getEntity, updateEntity } from '@fieldwatch/contract/people/entities'
import { listHeirs } from '@fieldwatch/contract/alerts/alert-recipients'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { resetSecondFactor } from '@fieldwatch/contract/people/second-factor'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import {
  getMe,
  listUsers,
  updateUsers,
  deleteUsers,
  inviteUser,
  type SessionUser,
} from '@fieldwatch/contract/people/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildEntityUser } from '#testing/build-entity-user.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { renderApp } from '#testing/render-app.tsx'
import { onlyBody, pressTwice } from '#testing/press-twice.ts'
// Loaded ahead, so that no test waits for it.
import './company-tab.tsx'
import '../settings-page.tsx'

const user = userEvent.setup()

const ada = buildSessionUser({ entity: 'water' as EntityId })
const company = {
  entityID: 'water',
  name: 'Northwind Water',
  logo: '/logo.webp',
  icon: '',
  url: 'https://northwind.example',
  status: 'active',
  company: '',
  subEntities: [],
  secondFactorRequired: false,
  secondFactorRequiredBy: null,
  viewersMayEdit: true,
  viewersMayConfigure: true,
  measures: null,
  language: null,
  version: 3,
}
const self = buildEntityUser({ id: 'ada', firstName: 'Ada', lastName: 'Lovelace', role: 'admin' })
const grace = buildEntityUser({ id: 'grace', firstName: 'Grace', lastName: 'Hopper', invited: true })

type Routes = readonly Answer[]

function openCompany({ me = ada, routes = [] }: { me?: SessionUser; routes?: Routes } = {}) {
  return renderApp({
    path: '/settings?tab=my-company',
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listApps, () => []),
      answerAt(getEntity, { id: 'water' }, () => company),
      answerTo(listUsers, () => ({ users: [self, grace] })),
      ...routes,
    ],
  })
}

const changed = (message: string) => whole({ status: 'success', message })
const changedCompany = (message: string) => whole({ status: 'success', message, details: company })

async function chooseAction(who: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${who}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

beforeEach(() => window.sessionStorage.clear())

describe('My Company', () => {
  // spec 2-2-08, 2-2-89, 2-2-90
  it('shows name, status, logo, icon and the users', async () => {
    openCompany()

    const card = within(await screen.findByRole('region', { name: 'Company' }))
    expect(await card.findByRole('heading', { name: 'Northwind Water' })).toBeDefined()
    expect(card.getByText('Active')).toBeDefined()
    expect(card.getByAltText('Logo of Northwind Water').getAttribute('src')).toBe('/logo.webp')
    expect(card.getByTitle('Icon of Northwind Water')).toBeDefined()
    await screen.findByText('Grace Hopper')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Name',
      'Email',
      'Role',
      'Status',
      'Actions',
    ])
  })

  it('has its logo taken away by an admin, and leaves the icon as it is', async () => {
    const { seen } = openCompany({
      routes: [answerTo(updateEntity, () => changedCompany('Northwind Water was updated.'))],
    })
    const card = within(await screen.findByRole('region', { name: 'Company' }))
    await user.click(await card.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Company' }))
    expect(dialog.queryByRole('button', { name: 'Remove Entity Icon' })).toBeNull()

    await user.click(dialog.getByRole('button', { name: 'Remove Entity Logo' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Results: Northwind Water was updated.')).toBeDefined()
    const form = seen.find(({ method }) => method === 'PUT')?.body
    expect(form instanceof FormData && Object.fromEntries(form)).toEqual({
      entityID: 'water',
      logo: '',
      version: '3',
    })
  })

  it('shows what was changed elsewhere in the meantime, and keeps what was typed beside it', async () => {
    let shown = company
    const { seen } = openCompany({
      routes: [
        answerAt(getEntity, { id: 'water' }, () => shown),
        answerTo(updateEntity, ({ body }) => {
          if (body.version === 4) return changedCompany('Northwind Waters was updated.')
          shown = { ...company, name: 'Northwind Waters', version: 4 }
          return failure('entity/changed', { changedBy: 'grace@northwind.example' })
        }),
      ],
    })
    const card = within(await screen.findByRole('region', { name: 'Company' }))
    await user.click(await card.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Company' }))
    const address = dialog.getByLabelText<HTMLInputElement>('Entity URL')
    await user.clear(address)
    await user.type(address, 'https://water.example')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toContain(
      'grace@northwind.example changed it in the meantime',
    )

    await user.click(dialog.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull())
    expect(dialog.getByLabelText<HTMLInputElement>(/Entity Name/).value).toBe('Northwind Waters')
    expect(address.value).toBe('https://water.example')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Results: Northwind Waters was updated.')).toBeDefined()
    const form = seen.findLast(({ method }) => method === 'PUT')?.body
    expect(form instanceof FormData && Object.fromEntries(form)).toEqual({
      entityID: 'water',
      url: 'https://water.example',
      version: '4',
    })
  })

  it('lets an admin say that viewers do not edit', async () => {
    const { seen } = openCompany({
      routes: [answerTo(updateEntity, () => changedCompany('Northwind Water was updated.'))],
    })
    const card = within(await screen.findByRole('region', { name: 'Company' }))
    await user.click(await card.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Company' }))

    await user.click(
      dialog.getByRole('switch', { name: /^Viewers may edit dashboards, events and calculated sources/ }),
    )
    await user.click(dialog.getByRole('switch', { name: /^Viewers may configure sensors/ }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Results: Northwind Water was updated.')).toBeDefined()
    const form = seen.find(({ method }) => method === 'PUT')?.body
    expect(form instanceof FormData && Object.fromEntries(form)).toEqual({
      entityID: 'water',
      viewersMayEdit: 'false',
      viewersMayConfigure: 'false',
      version: '3',
    })
  })

  // spec 1-1-08, 1-2-37, 1-2-38, 1-6-04
  it('is reached from the menu, and as Account settings by admins', async () => {
    const { app } = renderApp({
      path: '/settings',
      user: ada,
      routes: [answerTo(getMe, () => ada), answerAt(getEntity, { id: 'water' }, () => company)],
    })

    await user.click(await screen.findByRole('link', { name: 'Account settings' }))

    expect(await screen.findByRole('heading', { name: 'My Company' })).toBeDefined()
    expect(app.router.state.location.search).toEqual({ tab: 'my-company' })
  })

  // spec 1-2-38
  it('has no entry Account settings in the menu of a viewer', async () => {
    const viewer = buildSessionUser({ role: 'viewer', entity: 'water' as EntityId })
    openCompany({ me: viewer })

    expect(await screen.findByRole('link', { name: 'Settings' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Account settings' })).toBeNull()
  })

  // spec 1-3-17, 2-2-89
  it('shows the company name, and lets an admin change it', async () => {
    const { seen } = openCompany({
      routes: [
        answerAt(getEntity, { id: 'water' }, () => ({ ...company, company: 'Northwind Holding' })),
        answerTo(updateEntity, () => changedCompany('Northwind Water was updated.')),
      ],
    })
    const card = within(await screen.findByRole('region', { name: 'Company' }))
    expect(await card.findByText('Company name: Northwind Holding')).toBeDefined()
    await user.click(card.getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Company' }))

    await user.clear(dialog.getByLabelText('Company Name'))
    await user.type(dialog.getByLabelText('Company Name'), 'Northwind AB')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Results: Northwind Water was updated.')).toBeDefined()
    const form = seen.find(({ method }) => method === 'PUT')?.body
    expect(form instanceof FormData && Object.fromEntries(form)).toEqual({
      entityID: 'water',
      company: 'Northwind AB',
      version: '3',
    })
  })

  // spec 1-4-44, 2-1-13, 2-2-92, 2-2-93, 2-6-11, 2-9-09
  it('changes role and status in the table, after a question', async () => {
    const { seen } = openCompany({ routes: [answerTo(updateUsers, () => changed('Grace Hopper was updated.'))] })

    await user.selectOptions(await screen.findByLabelText('Role of Grace Hopper'), 'admin')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(screen.getByLabelText<HTMLSelectElement>('Role of Grace Hopper').value).toBe('viewer')
    expect(seen.some(({ method }) => method === 'PUT')).toBe(false)
    await user.selectOptions(screen.getByLabelText('Role of Grace Hopper'), 'admin')
    await user.click(await screen.findByRole('button', { name: 'Make admin' }))
    expect(await screen.findByText('Results: Grace Hopper was updated.')).toBeDefined()
    await user.selectOptions(await screen.findByLabelText('Status of Grace Hopper'), 'disabled')
    await user.click(await screen.findByRole('button', { name: 'Disable' }))

    const bodies = seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)
    expect(bodies).toMatchObject([
      { id: 'ada', userUID: ['grace'], role: 'admin', version: 1 },
      { id: 'ada', userUID: ['grace'], status: 'disabled' },
    ])
  })

  it('lists what follows before a user is disabled', async () => {
    const { seen } = openCompany({
      routes: [
        answerTo(listConsequences, () => ({
          things: [{ kind: 'shared link', id: 'l', name: 'Yard', follows: 'ends' }],
          more: [],
        })),
      ],
    })

    await user.selectOptions(await screen.findByLabelText('Status of Grace Hopper'), 'disabled')
    const dialog = within(await screen.findByRole('dialog', { name: /Disable Grace Hopper/ }))

    expect(await dialog.findByText('1 shared link: Yard')).toBeDefined()
    expect(seen.find(({ path }) => path === '/api/v1/consequences')?.body).toEqual({
      change: { kind: 'person-disabled', userIDs: ['grace'] },
    })
  })

  it('says in the table who changed the user in the meantime, and changes the newer one when asked again', async () => {
    let shown = grace
    const { seen } = openCompany({
      routes: [
        answerTo(listUsers, () => ({ users: [self, shown] })),
        answerTo(updateUsers, ({ body }) => {
          if (body.version === 2) return changed('Grace Hopper was updated.')
          shown = { ...grace, status: 'disabled', version: 2 }
          return failure('user/changed', { changedBy: 'linus@northwind.example' })
        }),
      ],
    })
    const role = await screen.findByLabelText<HTMLSelectElement>('Role of Grace Hopper')
    const choose = async () => {
      await user.selectOptions(role, 'admin')
      await user.click(await screen.findByRole('button', { name: 'Make admin' }))
    }
    await choose()
    expect((await screen.findByRole('alert')).textContent).toContain(
      'linus@northwind.example changed it in the meantime',
    )
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLSelectElement>('Status of Grace Hopper').value).toBe('disabled'),
    )
    expect(role.value).toBe('viewer')
    await choose()

    expect(await screen.findByText('Results: Grace Hopper was updated.')).toBeDefined()
    const bodies = seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)
    expect(bodies).toMatchObject([{ version: 1 }, { userUID: ['grace'], role: 'admin', version: 2 }])
  })

  // spec 2-8-14
  it.each([
    ['in the words of the server', () => failure('user/last-admin'), 'The sentence of user/last-admin.'],
    [
      'in the words of the specification',
      () => new TypeError('fetch failed'),
      'Something went wrong when deleting the user',
    ],
  ])('explains a change that failed %s, and shows what is stored', async (_how, answer, text) => {
    openCompany({ routes: [answerTo(updateUsers, answer)] })

    await user.selectOptions(await screen.findByLabelText('Role of Grace Hopper'), 'admin')
    await user.click(await screen.findByRole('button', { name: 'Make admin' }))

    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(screen.getByLabelText<HTMLSelectElement>('Role of Grace Hopper').value).toBe('viewer')
  })

  // spec 2-5-50, 2-8-17
  it('lets no one change their own role or status, nor delete themselves', async () => {
    const { seen } = openCompany()
    await screen.findByText('Grace Hopper')
    expect(screen.queryByLabelText('Role of Ada Lovelace')).toBeNull()
    expect(screen.queryByLabelText('Status of Ada Lovelace')).toBeNull()

    await chooseAction('Ada Lovelace', 'Delete')

    expect((await screen.findByRole('alert')).textContent).toBe('cant delete self')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(seen.some(({ method }) => method === 'DELETE')).toBe(false)
  })

  // spec 2-2-91, 2-6-10
  it('adds a user to the company', async () => {
    openCompany()

    await user.click(await screen.findByRole('button', { name: '+ add user' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'New User' }))
    expect(dialog.getByLabelText<HTMLSelectElement>(/Entity/).value).toBe('water')
  })

  it('offers as new owners of alerts those who see the units, and sends the one that is chosen', async () => {
    const things = [{ kind: 'alert', id: 'a', name: 'Too high', follows: 'is handed to' } as const]
    const { seen } = openCompany({
      routes: [
        answerTo(listConsequences, () => ({ things, more: [] })),
        answerTo(listHeirs, () => ({ heirs: [{ id: 'kim', name: 'Kim Field' }] })),
        answerTo(deleteUsers, () => changed('Grace Hopper was deleted.')),
      ],
    })
    await chooseAction('Grace Hopper', 'Withdraw invitation')
    const dialog = within(await screen.findByRole('dialog'))

    await user.click(await dialog.findByRole('combobox', { name: 'New owner of their alerts' }))
    const offered = within(await screen.findByRole('listbox', { hidden: true })).getAllByRole('option', {
      hidden: true,
    })
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Kim Field'])
    await user.click(screen.getByRole('option', { name: 'Kim Field', hidden: true }))
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onlyBody(seen, 'DELETE /api/v1/users')).toMatchObject({ handOverTo: 'kim' })
  })

  it('withdraws an invitation that was not accepted', async () => {
    const { seen } = openCompany({
      routes: [
        answerTo(listConsequences, () => ({ things: [], more: [] })),
        answerTo(deleteUsers, () => changed('Grace Hopper was deleted.')),
      ],
    })

    await chooseAction('Grace Hopper', 'Withdraw invitation')
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw the invitation of Grace Hopper?' }))
    pressTwice(await dialog.findByRole('button', { name: 'Withdraw' }))

    expect(await screen.findByText('Results: Grace Hopper was deleted.')).toBeDefined()
    expect(onlyBody(seen, 'DELETE /api/v1/users')).toMatchObject({ userUID: ['grace'] })
  })

  it('sends the mail to choose a password once more to who has not chosen one', async () => {
    const { seen } = openCompany({
      routes: [answerTo(inviteUser, () => changed('A mail is on its way.'))],
    })
    await user.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }))
    pressTwice(await screen.findByRole('menuitem', { name: 'Send invitation again' }))

    expect(await screen.findByText('Results: A mail is on its way.')).toBeDefined()
    expect(onlyBody(seen, 'POST /api/v1/users/invitation')).toEqual({ userUID: 'grace' })
  })

  it('lets an admin change the company', async () => {
    const { seen } = openCompany({
      routes: [answerTo(updateEntity, () => whole({ status: 'success', message: 'Changed.', details: company }))],
    })
    const card = within(await screen.findByRole('region', { name: 'Company' }))
    await user.click(await card.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Company' }))

    await user.type(dialog.getByLabelText(/Entity Name/), ' Ltd')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Results: Changed.')).toBeDefined()
    const form = seen.find(({ method }) => method === 'PUT')?.body as FormData
    expect([...form.entries()]).toEqual([
      ['entityID', 'water'],
      ['name', 'Northwind Water Ltd'],
      ['version', '3'],
    ])
  })

  it('is read-only for a viewer', async () => {
    openCompany({ me: { ...ada, role: 'viewer' } })

    await screen.findByText('Grace Hopper')
    expect(screen.getByText('Invited')).toBeDefined()
    expect(screen.queryByRole('button', { name: '+ add user' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByLabelText('Role of Grace Hopper')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Account settings' })).toBeNull()
  })

  it('says when company or users cannot be read', async () => {
    openCompany({
      routes: [
        answerAt(getEntity, { id: 'water' }, () => failure('server/internal')),
        answerTo(listUsers, () => failure('server/internal')),
      ],
    })

    expect(await screen.findByText('Failed to load the company')).toBeDefined()
    expect(await screen.findByText('Failed to load the users')).toBeDefined()
  })
})

describe('a second factor that a person has lost', () => {
  const secured = buildEntityUser({ id: 'grace', firstName: 'Grace', lastName: 'Hopper', secondFactor: true })
  const users = () => ({ users: [self, secured] })

  async function reset() {
    await chooseAction('Grace Hopper', 'Reset second factor')
    return within(await screen.findByRole('dialog', { name: 'Reset the second factor of Grace Hopper?' }))
  }

  it('is reset after a question, once by a double click', async () => {
    const { seen } = openCompany({
      routes: [
        answerTo(listUsers, users),
        answerTo(resetSecondFactor, () => changed('Grace Hopper signs in with the password alone.')),
      ],
    })
    const dialog = await reset()
    expect(dialog.getByText(/^For users who have lost their phone and recovery codes/)).toBeDefined()

    await user.dblClick(dialog.getByRole('button', { name: 'Reset' }))

    expect(await screen.findByText(/Grace Hopper signs in with the password alone\./)).toBeDefined()
    expect(seen.filter(({ method }) => method === 'DELETE').map(({ body }) => body)).toEqual([{ userUID: 'grace' }])
  })

  it('stays where that failed, and the question says why', async () => {
    openCompany({
      routes: [answerTo(listUsers, users), answerTo(resetSecondFactor, () => failure('server/unavailable'))],
    })
    const dialog = await reset()

    await user.click(dialog.getByRole('button', { name: 'Reset' }))

    expect((await dialog.findByRole('alert')).textContent).toContain('server/unavailable')
  })
})
