import { buildSessionUser } from '#testing/build-session-user.ts'
import { type Reply, answerAt, answerTo, failure, whole } from '#testing/answers.ts'
import { type EntityUser, createUser, updateUsers, listUsers, getUser, getMe } from '@fieldwatch/contract/people/users'
import { listUnitNames } from '@fieldwatch/contract/units/units'
import { createEntity } from '@fieldwatch/contract/people/entities'
import { uploadFile } from '@fieldwatch/contract/api/files'
import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { ada, chooseAction, grace, linus, openEntities, section } from '#testing/open-entities.ts'
import { onlyBody, pressTwice } from '#testing/press-twice.ts'

const user = userEvent.setup()

beforeEach(() => window.sessionStorage.clear())

describe('New User', () => {
  // spec 1-2-104, 1-2-122, 1-3-09, 1-4-38
  it('adds an active user to the entity of the section', async () => {
    const { seen } = openEntities({
      routes: [
        answerTo(createUser, () =>
          whole({ status: 'success', message: 'Marie Curie was added.', details: { newUserUID: 'marie' } }),
        ),
        answerTo(listUnitNames, () => [{ id: 'pump-1', friendlyName: 'North pump', active: true }]),
      ],
    })
    await user.click((await section('Northern Wells')).getByRole('button', { name: '+ add user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New User' }))
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    expect(await dialog.findByText('Choose a role.')).toBeDefined()

    await user.type(dialog.getByLabelText(/First Name/), 'Marie')
    await user.type(dialog.getByLabelText(/Last Name/), 'Curie')
    await user.type(dialog.getByLabelText(/Email/), 'marie@northwind.example')
    await user.selectOptions(dialog.getByLabelText(/Role/), 'viewer')
    await user.type(dialog.getByLabelText('Company'), 'Curie Labs')
    await user.type(dialog.getByRole('combobox', { name: 'Units' }), 'pump')
    // Without a layout the list is taken for detached from its field, and hidden.
    await screen.findByRole('option', { name: 'North pump (pump-1)', hidden: true })
    await user.keyboard('{ArrowDown}{Enter}')
    pressTwice(dialog.getByRole('button', { name: 'Submit' }))

    expect(await screen.findByText('Results: Marie Curie was added.')).toBeDefined()
    expect(onlyBody(seen, 'POST /api/v1/users')).toEqual({
      id: 'ada',
      firstName: 'Marie',
      lastName: 'Curie',
      email: 'marie@northwind.example',
      role: 'viewer',
      permissions: [],
      entity: 'north',
      company: 'Curie Labs',
      units: ['pump-1'],
      status: 'active',
    })
  })

  // spec 1-8-17, 1-8-19, 1-8-21, 2-8-14, 2-8-15
  it.each([
    ['in the words of the server', () => failure('user/email-taken'), 'The sentence of user/email-taken.'],
    [
      'in the words of the specification when the server is away',
      () => new TypeError('fetch failed'),
      'Something went wrong when creating the user',
    ],
  ])('explains a failure %s and keeps what was typed', async (_how, answer, text) => {
    openEntities({ routes: [answerTo(createUser, answer)] })
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

  it('says that an address is taken at its field, which has the focus', async () => {
    openEntities({ routes: [answerTo(createUser, () => failure('user/email-taken'))] })
    await user.click((await section('Northern Wells')).getByRole('button', { name: '+ add user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New User' }))
    await user.type(dialog.getByLabelText(/First Name/), 'Marie')
    await user.type(dialog.getByLabelText(/Last Name/), 'Curie')
    await user.type(dialog.getByLabelText(/Email/), 'marie@northwind.example')
    await user.selectOptions(dialog.getByLabelText(/Role/), 'viewer')

    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    await dialog.findByRole('alert')
    const email = dialog.getByLabelText<HTMLInputElement>(/Email/)
    await waitFor(() => expect(document.activeElement).toBe(email))
    const help = document.getElementById(email.getAttribute('aria-describedby') ?? '')
    expect(help?.textContent).toBe('The sentence of user/email-taken.')
  })
})

describe('a browser without a network', () => {
  it('says at once that nothing was saved, and lets the form be closed', async () => {
    openEntities({ routes: [answerTo(updateUsers, () => new TypeError('fetch failed'))] })
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
    onlineManager.setOnline(false)
    onTestFinished(() => onlineManager.setOnline(true))

    await user.type(dialog.getByLabelText(/Last Name/), 'son')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect((await dialog.findByRole('alert')).textContent).toContain('The portal cannot be reached.')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('Edit User', () => {
  // spec 1-2-107, 1-4-39
  it('moves a user between the lists on the screen', async () => {
    const lists: Record<string, EntityUser[]> = { north: [grace], south: [linus] }
    const { seen } = openEntities({
      routes: [
        answerTo(listUsers, ({ query }) => ({ users: lists[query.entity ?? ''] ?? [] })),
        answerTo(updateUsers, () => {
          Object.assign(lists, { north: [], south: [{ ...grace, entity: 'south' }, linus] })
          return whole({ status: 'success', message: 'Grace Hopper was updated.' })
        }),
      ],
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
    pressTwice(dialog.getByRole('button', { name: 'Submit' }))

    expect(await screen.findByText('Results: Grace Hopper was updated.')).toBeDefined()
    expect(await (await section('Southern Wells')).findByText('Grace Hopper')).toBeDefined()
    expect((await section('Northern Wells')).getByText('No data available')).toBeDefined()
    expect(onlyBody(seen, 'PUT /api/v1/users')).toEqual({
      id: 'ada',
      userUID: ['grace'],
      entity: 'south',
      version: 1,
    })
  })

  it('says who changed the user in the meantime, and keeps what was typed when the newer one is loaded', async () => {
    const newer = { ...buildSessionUser(), ...grace, role: 'admin', lastName: 'Murray', version: 2 }
    const { seen } = openEntities({
      routes: [
        answerAt(getUser, { uid: 'grace' }, () => newer),
        answerTo(updateUsers, ({ body }) =>
          body.version === 2
            ? whole({ status: 'success', message: 'done' })
            : failure('user/changed', { changedBy: 'Linus', changedUTC: '2026-05-06T12:00:00.000Z' }),
        ),
      ],
    })
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
    await user.clear(dialog.getByLabelText(/First Name/))
    await user.type(dialog.getByLabelText(/First Name/), 'Brewster')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    const help = (await dialog.findByRole('alert')).textContent

    await user.click(dialog.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>(/Last Name/).value).toBe('Murray'))
    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect(await screen.findByText('Results: done')).toBeDefined()
    expect(help).toMatch(
      /Linus changed it in the meantime \(.+\)\. Nothing was overwritten, and what you entered is still here\.$/,
    )
    expect(seen.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      id: 'ada',
      userUID: ['grace'],
      firstName: 'Brewster',
      version: 2,
    })
  })

  it('sends nothing when nothing was changed', async () => {
    const { seen } = openEntities()
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))

    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect(await screen.findByText('Results: Nothing was changed.')).toBeDefined()
    expect(seen.some(({ method }) => method === 'PUT')).toBe(false)
  })

  // spec 1-2-117, 1-2-118, 1-4-40
  it('adds the entity first when + Add is chosen, and only once', async () => {
    let tries = 0
    const { seen } = openEntities({
      routes: [
        answerTo(getMe, () => ({
          ...ada,
          entityData: { ...ada.entityData, east: { name: 'East Wells', logo: '', icon: '', status: 'active' } },
        })),
        answerTo(createEntity, () => ({ entityID: 'east' })),
        answerTo(updateUsers, () => {
          tries += 1
          return tries === 1 ? failure('server/internal') : whole({ status: 'success', message: 'done' })
        }),
      ],
    })
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
    await user.selectOptions(dialog.getByLabelText(/^Entity/), '+ Add')
    for (const field of ['Entity URL', 'Entity Logo', 'Entity Icon']) expect(dialog.getByLabelText(field)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    expect(await dialog.findByText('Enter a name.')).toBeDefined()
    await user.type(dialog.getByLabelText(/Entity Name/), 'East Wells')

    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    await dialog.findByRole('alert')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect(await screen.findByText('Results: done')).toBeDefined()
    const calls = seen.filter(({ method, path }) => method !== 'GET' && path !== '/api/v1/consequences')
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1/auth/refresh',
      'POST /api/v1/entities',
      'PUT /api/v1/users',
      'PUT /api/v1/users',
    ])
    expect(seen.at(-1)?.path).toMatch(/users|me/)
  })

  it('asks before the added entity gets the name of another one', async () => {
    const { seen } = openEntities({
      routes: [
        answerTo(createEntity, ({ body }) =>
          body.sameName === true ? { entityID: 'east' } : failure('entity/name-taken'),
        ),
        answerTo(updateUsers, () => whole({ status: 'success', message: 'done' })),
      ],
    })
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
    await user.selectOptions(dialog.getByLabelText(/^Entity/), '+ Add')
    await user.type(dialog.getByLabelText(/Entity Name/), 'Northern Wells')

    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    await user.click(await screen.findByRole('button', { name: 'Use it anyway' }))

    expect(await screen.findByText('Results: done')).toBeDefined()
    const moved = seen.find(({ method, path }) => method === 'PUT' && path === '/api/v1/users')
    expect(moved?.body).toMatchObject({ entity: 'east' })
  })

  it('shows the user in the entity that was added, though its list was asked for before the user came', async () => {
    const early = Promise.withResolvers<Reply<typeof listUsers>>()
    const asked: string[] = []
    openEntities({
      routes: [
        answerTo(getMe, () => ({
          ...ada,
          entityData: { ...ada.entityData, east: { name: 'East Wells', logo: '', icon: '', status: 'active' } },
        })),
        answerTo(listUsers, ({ path }) => {
          asked.push(path)
          if (!path.includes('east')) return { users: path.includes('north') ? [grace] : [] }
          return asked.filter((one) => one === path).length === 1 ? early.promise : { users: [grace] }
        }),
        answerTo(createEntity, () => ({ entityID: 'east' })),
        answerTo(updateUsers, async () => {
          await waitFor(() => expect(asked.some((path) => path.includes('east'))).toBe(true))
          asked.push('moved')
          return whole({ status: 'success', message: 'done' })
        }),
      ],
    })
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
    await user.selectOptions(dialog.getByLabelText(/^Entity/), '+ Add')
    await user.type(dialog.getByLabelText(/Entity Name/), 'East Wells')

    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(asked.slice(asked.indexOf('moved'))).toContain('/api/v1/users?entity=north'))
    early.resolve({ users: [] })

    expect(await screen.findByText('Results: done')).toBeDefined()
    expect((await section('East Wells')).getByText('Grace Hopper')).toBeDefined()
  })

  // spec 1-8-20, 2-8-16
  it('falls back to the words of the specification', async () => {
    openEntities({ routes: [answerTo(updateUsers, () => new TypeError('fetch failed'))] })
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))

    await user.type(dialog.getByLabelText(/Last Name/), 'son')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect((await dialog.findByRole('alert')).textContent).toContain('Something went wrong when deleting the user')
  })
})

describe('the forms of a user', () => {
  const fieldsOf = (dialog: HTMLElement) =>
    [...dialog.querySelectorAll('label')].map(({ textContent }) => textContent.replace(/ \*$/, ''))

  // spec 1-2-116, 1-2-117, 1-2-119, 1-2-121, 1-2-123, 1-4-37
  it('have the same fields, Close and Submit', async () => {
    openEntities()
    await user.click((await section('Northern Wells')).getByRole('button', { name: '+ add user' }))
    const creating = await screen.findByRole('dialog', { name: 'New User' })
    const fields = fieldsOf(creating)
    await user.click(within(creating).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await chooseAction('Grace Hopper', 'Edit')
    const editing = await screen.findByRole('dialog', { name: 'Edit User' })

    expect(fields).toEqual([
      'First Name',
      'Last Name',
      'Entity',
      'Email',
      'Role',
      'Manages sub-entities',
      'Company',
      'Units',
      'Profile Picture',
    ])
    expect(fieldsOf(editing)).toEqual(fields)
    expect(within(editing).getByRole('button', { name: 'Submit' })).toBeDefined()
    await user.click(within(editing).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  // spec 1-2-120, 1-5-26, 2-5-48
  it('take a picture of any image type, which is uploaded and then saved', async () => {
    const { seen } = openEntities({
      routes: [
        answerAt(uploadFile, { folder: 'profile', name: 'grace' }, () => ({ url: '/api/v1/files/grace.webp' })),
        answerTo(updateUsers, () => whole({ status: 'success', message: 'done' })),
      ],
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

  it('take a picture away', async () => {
    const { seen } = openEntities({
      routes: [
        answerTo(listUsers, ({ path }) => ({
          users: path.endsWith('north') ? [{ ...grace, profilePic: '/api/v1/files/grace.webp' }] : [],
        })),
        answerTo(updateUsers, () => whole({ status: 'success', message: 'done' })),
      ],
    })
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))

    await user.click(dialog.getByRole('button', { name: 'Remove Profile Picture' }))
    await user.click(dialog.getByRole('button', { name: 'Keep Profile Picture' }))
    await user.click(dialog.getByRole('button', { name: 'Remove Profile Picture' }))
    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect(await screen.findByText('Results: done')).toBeDefined()
    expect(seen.find(({ method }) => method === 'PUT')?.body).toMatchObject({ userUID: ['grace'], profilePic: '' })
    expect(seen.some(({ path }) => path.includes('/files/'))).toBe(false)
  })

  it('let an admin give and take viewSubentities, which admins have anyway', async () => {
    const { seen } = openEntities({
      routes: [answerTo(updateUsers, () => whole({ status: 'success', message: 'done' }))],
    })
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
    await user.selectOptions(dialog.getByLabelText(/Role/), 'admin')
    expect(dialog.queryByRole('checkbox')).toBeNull()
    await user.selectOptions(dialog.getByLabelText(/Role/), 'viewer')

    await user.click(dialog.getByRole('checkbox', { name: 'Manages sub-entities' }))
    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect(await screen.findByText('Results: done')).toBeDefined()
    expect(seen.find(({ method }) => method === 'PUT')?.body).toMatchObject({ permissions: ['viewSubentities'] })
  })

  it('do not offer viewSubentities to a person who only has it', async () => {
    const { seen } = openEntities({
      me: { ...ada, role: 'viewer', permissions: ['viewSubentities'] },
      routes: [answerTo(updateUsers, () => whole({ status: 'success', message: 'done' }))],
    })
    await chooseAction('Grace Hopper', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))

    expect(dialog.queryByRole('checkbox')).toBeNull()
    await user.type(dialog.getByLabelText(/Last Name/), 'son')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))

    expect(await screen.findByText('Results: done')).toBeDefined()
    expect(seen.find(({ method }) => method === 'PUT')?.body).not.toHaveProperty('permissions')
  })

  // spec 1-5-21, 2-5-49
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
