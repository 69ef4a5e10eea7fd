import type { EntityId } from '@fieldwatch/contract/ids'
import type { SessionUser } from '@fieldwatch/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildEntityUser } from '#testing/build-entity-user.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { failure, success } from '#testing/fake-server.ts'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()

const entity = (name: string) => ({ name, logo: '', icon: '' })
const ada = buildSessionUser({
  entity: 'water' as EntityId,
  entityData: { water: entity('Northwind Water'), north: entity('Northern Wells'), south: entity('Southern Wells') },
})
const grace = buildEntityUser({ id: 'grace', firstName: 'Grace', lastName: 'Hopper', entity: 'north' })
const linus = buildEntityUser({ id: 'linus', firstName: 'Linus', lastName: 'Pauling', entity: 'south', role: 'admin' })

type Routes = NonNullable<Parameters<typeof renderApp>[0]['routes']>

function openEntities({ me = ada, routes = {} }: { me?: SessionUser; routes?: Routes } = {}) {
  const lists: Record<string, unknown[]> = { north: [grace], south: [linus] }
  return renderApp({
    path: '/settings?tab=entities',
    user: me,
    routes: {
      'GET /api/v1/me': () => success(me),
      'GET /api/v1/apps': () => success([]),
      'GET /api/v1/users': ({ path }) =>
        success({ users: lists[new URLSearchParams(path.split('?')[1]).get('entity') ?? ''] }),
      ...routes,
    },
  })
}

async function section(name: string) {
  return within(await screen.findByRole('region', { name }))
}

async function chooseAction(who: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${who}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

beforeEach(() => window.sessionStorage.clear())

describe('the Entities tab', () => {
  it('has a section with a table of users for each sub-entity, read once each, and none for the own entity', async () => {
    const { seen } = openEntities()

    const north = await section('Northern Wells')
    expect(await north.findByText('Grace Hopper')).toBeDefined()
    expect(north.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Users',
      'Email',
      'Role',
      'Status',
      'Actions',
    ])
    expect(north.getByText('grace@northwind.example')).toBeDefined()
    expect(north.getByText('viewer')).toBeDefined()
    expect(north.getByText('Active')).toBeDefined()
    expect(north.queryByText('grace')).toBeNull()
    expect(await (await section('Southern Wells')).findByText('Linus Pauling')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Northwind Water' })).toBeNull()
    expect(seen.map(({ path }) => path).filter((path) => path.startsWith('/api/v1/users'))).toEqual([
      '/api/v1/users?entity=north',
      '/api/v1/users?entity=south',
    ])
  })

  it('shows that users are on their way, and what to do when they do not come', async () => {
    let tries = 0
    openEntities({
      routes: {
        'GET /api/v1/users': () => {
          tries += 1
          return tries <= 2 ? failure(500, 'server/internal') : success({ users: [grace] })
        },
      },
    })
    const north = await section('Northern Wells')

    expect(await north.findByText('The users cannot be shown')).toBeDefined()
    await user.click(north.getByRole('button', { name: 'Try again' }))

    expect(await north.findByText('Grace Hopper')).toBeDefined()
  })

  it('shows moving rows in place of the users until they are there', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof success>>()
    openEntities({ routes: { 'GET /api/v1/users': () => answer.promise } })
    await section('Northern Wells')
    const waiting = () => document.querySelectorAll('.mantine-Skeleton-root[data-visible]').length
    const before = waiting()
    answer.resolve(success({ users: [grace] }))
    await (await section('Northern Wells')).findByText('Grace Hopper')

    expect(before).toBeGreaterThan(0)
    expect(waiting()).toBe(0)
  })

  it('says how to begin without sub-entities', async () => {
    openEntities({ me: buildSessionUser() })

    expect(await screen.findByText(/^No entities yet/)).toBeDefined()
  })

  it('is not there for a viewer, who sees Profile at its address', async () => {
    openEntities({ me: { ...ada, role: 'viewer' } })

    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeDefined()
    const menu = within(screen.getByRole('navigation', { name: 'Settings' }))
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Profile', 'My Company', 'Alerts'])
    expect(menu.getByRole('link', { name: 'Profile' }).getAttribute('aria-current')).toBe('page')
  })

  it('lets a holder of viewSubentities edit viewers, but not delete anybody', async () => {
    openEntities({ me: { ...ada, role: 'viewer', permissions: ['viewSubentities'] } })
    await (await section('Southern Wells')).findByText('Linus Pauling')

    expect(screen.getByRole('button', { name: '+ add entity' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Actions for Linus Pauling' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Edit'])
  })
})

describe('Create Entity', () => {
  it('requires the name, sends a form and tells the results', async () => {
    const { seen } = openEntities({
      routes: {
        'POST /api/v1/entities': () => ({
          body: { status: 'success', message: 'East Wells was added.', details: { entityID: 'east' } },
        }),
      },
    })
    await user.click(await screen.findByRole('button', { name: '+ add entity' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Entity' }))

    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect(await dialog.findByText('Enter a name.')).toBeDefined()
    await user.type(dialog.getByLabelText(/Entity Name/), 'East Wells')
    await user.type(dialog.getByLabelText('Entity URL'), 'east.example')
    await user.click(dialog.getByRole('button', { name: 'Create' }))

    expect(await screen.findByText('Results: East Wells was added.')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    const form = seen.find(({ method, path }) => method === 'POST' && path === '/api/v1/entities')?.body as FormData
    expect([...form.entries()]).toEqual([
      ['name', 'East Wells'],
      ['url', 'east.example'],
    ])
    await waitFor(() => expect(seen.some(({ path }) => path === '/api/v1/me')).toBe(true))
  })

  it('turns a loader while it is sent, and cannot be closed meanwhile', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof success>>()
    openEntities({ routes: { 'POST /api/v1/entities': () => answer.promise } })
    await user.click(await screen.findByRole('button', { name: '+ add entity' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Entity' }))
    expect(document.querySelector('.mantine-Loader-root')).toBeNull()
    await user.type(dialog.getByLabelText(/Entity Name/), 'East Wells')

    await user.click(dialog.getByRole('button', { name: 'Create' }))

    await waitFor(() => expect(document.querySelector('.mantine-Loader-root')).not.toBeNull())
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Close' }).disabled).toBe(true)
    answer.resolve(success({ entityID: 'east' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is closed by Close, without sending anything', async () => {
    const { seen } = openEntities()
    await user.click(await screen.findByRole('button', { name: '+ add entity' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Entity' }))

    await user.click(dialog.getByRole('button', { name: 'Close' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.some(({ path }) => path === '/api/v1/entities')).toBe(false)
  })

  it('offers logo and icon as image files, and refuses what is none', async () => {
    openEntities()
    await user.click(await screen.findByRole('button', { name: '+ add entity' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Entity' }))

    expect(dialog.getByLabelText('Entity Icon')).toBeDefined()
    const logo = document.querySelectorAll<HTMLInputElement>('input[type="file"]')[0]
    expect(logo?.accept).toBe('image/*')
    if (logo !== undefined) {
      await userEvent.setup({ applyAccept: false }).upload(logo, new File(['x'], 'x.pdf', { type: 'application/pdf' }))
    }
    expect(await dialog.findByText(/^File type application\/pdf is not supported\./)).toBeDefined()
  })

  it('is closed by a click beside it', async () => {
    openEntities()
    await user.click(await screen.findByRole('button', { name: '+ add entity' }))
    await screen.findByRole('dialog', { name: 'Create Entity' })

    const overlay = document.querySelector('.mantine-Modal-overlay')
    if (overlay !== null) await user.click(overlay)

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('New User', () => {
  it('adds an active user to the entity of the section', async () => {
    const { seen } = openEntities({
      routes: {
        'POST /api/v1/users': () => ({
          body: { status: 'success', message: 'Marie Curie was added.', details: { newUserUID: 'marie' } },
        }),
      },
    })
    await user.click((await section('Northern Wells')).getByRole('button', { name: '+ add user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New User' }))
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    expect(await dialog.findByText('Choose a role.')).toBeDefined()

    await user.type(dialog.getByLabelText(/First Name/), 'Marie')
    await user.type(dialog.getByLabelText(/Last Name/), 'Curie')
    await user.type(dialog.getByLabelText(/Email/), 'marie@northwind.example')
    await user.selectOptions(dialog.getByLabelText(/Role/), 'viewer')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect(await screen.findByText('Results: Marie Curie was added.')).toBeDefined()
    expect(seen.find(({ method, path }) => method === 'POST' && path === '/api/v1/users')?.body).toEqual({
      id: 'ada',
      firstName: 'Marie',
      lastName: 'Curie',
      email: 'marie@northwind.example',
      role: 'viewer',
      entity: 'north',
      status: 'active',
    })
  })

  it.each([
    ['in the words of the server', () => failure(409, 'user/email-taken'), 'The sentence of user/email-taken.'],
    [
      'in the words of the specification when the server is away',
      () => new TypeError('fetch failed'),
      'Something went wrong when creating the user',
    ],
  ])('tells a failure %s and keeps what was typed', async (_how, answer, text) => {
    openEntities({ routes: { 'POST /api/v1/users': answer } })
    await user.click((await section('Northern Wells')).getByRole('button', { name: '+ add user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New User' }))
    await user.type(dialog.getByLabelText(/First Name/), 'Marie')
    await user.type(dialog.getByLabelText(/Last Name/), 'Curie')
    await user.type(dialog.getByLabelText(/Email/), 'marie@northwind.example')
    await user.selectOptions(dialog.getByLabelText(/Role/), 'viewer')

    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect((await dialog.findByRole('alert')).textContent).toContain(text)
    expect(dialog.getByLabelText<HTMLInputElement>(/First Name/).value).toBe('Marie')
  })
})

describe('Edit User', () => {
  it('moves a user between the lists on the screen', async () => {
    const lists: Record<string, unknown[]> = { north: [grace], south: [linus] }
    const { seen } = openEntities({
      routes: {
        'GET /api/v1/users': ({ path }) => success({ users: lists[path.split('=')[1] ?? ''] }),
        'PUT /api/v1/users': () => {
          Object.assign(lists, { north: [], south: [{ ...grace, entity: 'south' }, linus] })
          return { body: { status: 'success', message: 'Grace Hopper was updated.' } }
        },
      },
    })
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
    const choice = dialog.getByLabelText<HTMLSelectElement>(/Entity/)
    expect([...choice.options].map(({ text }) => text)).toEqual([
      'Northwind Water',
      'Northern Wells',
      'Southern Wells',
      '+ Add',
    ])

    await user.selectOptions(choice, 'south')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect(await screen.findByText('Results: Grace Hopper was updated.')).toBeDefined()
    expect(await (await section('Southern Wells')).findByText('Grace Hopper')).toBeDefined()
    expect((await section('Northern Wells')).getByText('No data available')).toBeDefined()
    expect(seen.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      id: 'ada',
      userUID: ['grace'],
      entity: 'south',
      firstName: 'Grace',
      email: 'grace@northwind.example',
      role: 'viewer',
    })
  })

  it('adds the entity first when + Add is chosen, and only once', async () => {
    let tries = 0
    const { seen } = openEntities({
      routes: {
        'GET /api/v1/me': () =>
          success({ ...ada, entityData: { ...ada.entityData, east: { name: 'East Wells', logo: '', icon: '' } } }),
        'POST /api/v1/entities': () => success({ entityID: 'east' }),
        'PUT /api/v1/users': () => {
          tries += 1
          return tries === 1 ? failure(500, 'server/internal') : { body: { status: 'success', message: 'done' } }
        },
      },
    })
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
    await user.selectOptions(dialog.getByLabelText(/^Entity/), '+ Add')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    expect(await dialog.findByText('Enter a name.')).toBeDefined()
    await user.type(dialog.getByLabelText(/Entity Name/), 'East Wells')

    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    await dialog.findByRole('alert')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect(await screen.findByText('Results: done')).toBeDefined()
    expect(seen.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1/auth/refresh',
      'POST /api/v1/entities',
      'PUT /api/v1/users',
      'PUT /api/v1/users',
    ])
    expect(seen.at(-1)?.path).toMatch(/users|me/)
  })

  it('falls back to the words of the specification', async () => {
    openEntities({ routes: { 'PUT /api/v1/users': () => new TypeError('fetch failed') } })
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))

    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect((await dialog.findByRole('alert')).textContent).toContain('Something went wrong when deleting the user')
  })
})

describe('the forms of a user', () => {
  const fieldsOf = (dialog: HTMLElement) =>
    [...dialog.querySelectorAll('label')].map(({ textContent }) => textContent.replace(/ \*$/, ''))

  it('have the same fields, Close and Submit', async () => {
    openEntities()
    await user.click((await section('Northern Wells')).getByRole('button', { name: '+ add user' }))
    const creating = await screen.findByRole('dialog', { name: 'New User' })
    const fields = fieldsOf(creating)
    await user.click(within(creating).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await chooseAction('Grace Hopper', 'Edit')
    const editing = await screen.findByRole('dialog', { name: 'Edit User' })

    expect(fields).toEqual(['First Name', 'Last Name', 'Entity', 'Email', 'Role', 'Profile Picture'])
    expect(fieldsOf(editing)).toEqual(fields)
    expect(within(editing).getByRole('button', { name: 'Submit' })).toBeDefined()
    await user.click(within(editing).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('take a picture of any image type, which is uploaded and then saved', async () => {
    const { seen } = openEntities({
      routes: {
        'POST /api/v1/files/profile/grace': () => success({ url: '/api/v1/files/grace.webp' }),
        'PUT /api/v1/users': () => ({ body: { status: 'success', message: 'done' } }),
      },
    })
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
    expect(dialog.getByLabelText('Profile Picture')).toBeDefined()
    const picture = document.querySelector<HTMLInputElement>('input[type="file"]')
    expect(picture?.accept).toBe('image/*')

    if (picture !== null) await user.upload(picture, new File(['x'], 'grace.png', { type: 'image/png' }))
    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect(await screen.findByText('Results: done')).toBeDefined()
    expect(seen.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      userUID: ['grace'],
      profilePic: '/api/v1/files/grace.webp',
    })
  })

  it.each(['New User', 'Edit User'])('refuse an address that is no email address: %s', async (title) => {
    const { seen } = openEntities()
    if (title === 'Edit User') await chooseAction('Grace Hopper', 'Edit')
    else await user.click((await section('Northern Wells')).getByRole('button', { name: '+ add user' }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await user.clear(dialog.getByLabelText(/Email/))
    await user.type(dialog.getByLabelText(/Email/), 'marie at northwind')

    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect(await dialog.findByText('Enter an email address.')).toBeDefined()
    expect(seen.every(({ method, path }) => method === 'GET' || path === '/api/v1/auth/refresh')).toBe(true)
  })
})

describe('deleting users', () => {
  it('asks first and tells the results', async () => {
    const { seen } = openEntities({
      routes: { 'DELETE /api/v1/users': () => ({ body: { status: 'success', message: 'Grace Hopper was deleted.' } }) },
    })
    await chooseAction('Grace Hopper', 'Delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Grace Hopper?' }))

    await user.click(dialog.getByRole('button', { name: 'Delete' }))

    expect(await screen.findByText('Results: Grace Hopper was deleted.')).toBeDefined()
    expect(seen.find(({ method }) => method === 'DELETE')?.body).toEqual({ uid: 'ada', userUID: ['grace'] })
  })

  it('takes all chosen rows of a table', async () => {
    const { seen } = openEntities({
      routes: {
        'GET /api/v1/users': () => success({ users: [grace, linus] }),
        'DELETE /api/v1/users': () => ({ body: { status: 'success', message: '2 users were deleted.' } }),
      },
    })
    const north = await section('Northern Wells')
    await north.findByText('Grace Hopper')

    await user.click(north.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await user.click(north.getByRole('button', { name: 'Delete 2 users' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))

    expect(await screen.findByText('Results: 2 users were deleted.')).toBeDefined()
    expect(seen.find(({ method }) => method === 'DELETE')?.body).toEqual({ uid: 'ada', userUID: ['grace', 'linus'] })
  })
})
