import { type Reply, answerAt, answerTo, failure, whole } from '#testing/answers.ts'
import { listUsers, deleteUsers } from '@fieldwatch/contract/people/users'
import { createEntity, getEntity, updateEntity } from '@fieldwatch/contract/people/entities'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { deleteEntity } from '@fieldwatch/contract/units/deletions'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { findEnabled } from '#testing/find-enabled.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { ada, chooseAction, grace, linus, openEntities, section } from '#testing/open-entities.ts'
import { onlyBody, pressTwice } from '#testing/press-twice.ts'

const user = userEvent.setup()

beforeEach(() => window.sessionStorage.clear())

describe('the Entities tab', () => {
  // spec 1-2-103, 1-2-105, 1-2-106, 1-2-109, 1-7-37
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
      routes: [
        answerTo(listUsers, () => {
          tries += 1
          return tries <= 2 ? failure('server/internal') : { users: [grace] }
        }),
      ],
    })
    const north = await section('Northern Wells')

    expect(await north.findByText('Failed to load the users')).toBeDefined()
    await user.click(north.getByRole('button', { name: 'Try again' }))

    expect(await north.findByText('Grace Hopper')).toBeDefined()
  })

  // spec 1-2-110
  it('shows moving rows in place of the users until they are there', async () => {
    const answer = Promise.withResolvers<Reply<typeof listUsers>>()
    openEntities({ routes: [answerTo(listUsers, () => answer.promise)] })
    await section('Northern Wells')
    const waiting = () => document.querySelectorAll('.mantine-Skeleton-root[data-visible]').length
    const before = waiting()
    answer.resolve({ users: [grace] })
    await (await section('Northern Wells')).findByText('Grace Hopper')

    expect(before).toBeGreaterThan(0)
    expect(waiting()).toBe(0)
  })

  it('says how to begin without sub-entities', async () => {
    openEntities({ me: buildSessionUser() })

    expect(await screen.findByText(/^No entities yet/)).toBeDefined()
  })

  // spec 1-2-102, 1-2-93, 1-6-10, 1-6-11
  it('is not there for a viewer, who sees Profile at its address', async () => {
    openEntities({ me: { ...ada, role: 'viewer' } })

    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeDefined()
    const menu = within(screen.getByRole('navigation', { name: 'Settings' }))
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Profile',
      'My Company',
      'Templates',
      'Alerts',
      'Reports',
    ])
    expect(menu.getByRole('link', { name: 'Profile' }).getAttribute('aria-current')).toBe('page')
  })

  // spec 1-2-102, 1-6-11
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
  // spec 1-1-17, 1-2-102, 1-2-112, 1-2-113, 1-5-18, 1-6-11, 1-8-18
  it('requires the name, sends a form and shows the results', async () => {
    const { seen } = openEntities({
      routes: [
        answerTo(createEntity, () =>
          whole({ status: 'success', message: 'East Wells was added.', details: { entityID: 'east' } }),
        ),
      ],
    })
    await user.click(await screen.findByRole('button', { name: '+ add entity' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Entity' }))

    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect(await dialog.findByText('Enter a name.')).toBeDefined()
    await user.type(dialog.getByLabelText(/Entity Name/), 'East Wells')
    await user.type(dialog.getByLabelText('Company Name'), 'East Wells AB')
    await user.type(dialog.getByLabelText('Entity URL'), 'east.example')
    pressTwice(dialog.getByRole('button', { name: 'Create' }))

    expect(await screen.findByText('Results: East Wells was added.')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    const form = onlyBody(seen, 'POST /api/v1/entities') as FormData
    expect([...form.entries()]).toEqual([
      ['name', 'East Wells'],
      ['company', 'East Wells AB'],
      ['url', 'east.example'],
    ])
    await waitFor(() => expect(seen.some(({ path }) => path === '/api/v1/me')).toBe(true))
  })

  // spec 1-2-114
  it('turns a loader while it is sent, and cannot be closed in the meantime', async () => {
    const answer = Promise.withResolvers<Reply<typeof createEntity>>()
    openEntities({ routes: [answerTo(createEntity, () => answer.promise)] })
    await user.click(await screen.findByRole('button', { name: '+ add entity' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Entity' }))
    expect(document.querySelector('.mantine-Loader-root')).toBeNull()
    await user.type(dialog.getByLabelText(/Entity Name/), 'East Wells')

    await user.click(dialog.getByRole('button', { name: 'Create' }))

    await waitFor(() => expect(document.querySelector('.mantine-Loader-root')).not.toBeNull())
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Close' }).disabled).toBe(true)
    answer.resolve({ entityID: 'east' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks before it uses the name of another entity, keeps what was typed when it is not to, and sends the yes', async () => {
    const { seen } = openEntities({
      routes: [
        answerTo(createEntity, ({ body }) =>
          body.sameName === true ? { entityID: 'east' } : failure('entity/name-taken'),
        ),
      ],
    })
    await user.click(await screen.findByRole('button', { name: '+ add entity' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Entity' }))
    await user.type(dialog.getByLabelText(/Entity Name/), 'Northern Wells')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    const question = within(await screen.findByRole('dialog', { name: 'Use the name Northern Wells twice?' }))

    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText('Use the name Northern Wells twice?')).toBeNull())
    expect(dialog.getByText('The sentence of entity/name-taken.')).toBeDefined()
    expect(dialog.getByLabelText<HTMLInputElement>(/Entity Name/).value).toBe('Northern Wells')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    await user.click(await screen.findByRole('button', { name: 'Use it anyway' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const forms = seen.filter(({ method, path }) => method === 'POST' && path === '/api/v1/entities')
    expect(forms.map(({ body }) => body instanceof FormData && body.get('sameName'))).toEqual([null, null, 'true'])
  })

  // spec 1-2-113, 1-4-37
  it('is closed by Close, without sending anything', async () => {
    const { seen } = openEntities()
    await user.click(await screen.findByRole('button', { name: '+ add entity' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Entity' }))

    await user.click(dialog.getByRole('button', { name: 'Close' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.some(({ path }) => path === '/api/v1/entities')).toBe(false)
  })

  // spec 1-2-112, 1-5-26
  it('offers logo and icon as image files, and is not sent with what is none', async () => {
    const { seen } = openEntities()
    await user.click(await screen.findByRole('button', { name: '+ add entity' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Entity' }))

    expect(dialog.getByLabelText('Entity Logo')).toBeDefined()
    expect(dialog.getByLabelText('Entity Icon')).toBeDefined()
    const logo = document.querySelectorAll<HTMLInputElement>('input[type="file"]')[0]
    expect(logo?.accept).toBe('image/*')
    if (logo !== undefined) {
      await userEvent.setup({ applyAccept: false }).upload(logo, new File(['x'], 'x.pdf', { type: 'application/pdf' }))
    }
    expect(await dialog.findByText(/^File type application\/pdf is not supported\./)).toBeDefined()
    await user.type(dialog.getByLabelText(/^Entity Name/), 'Western Wells')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect(seen.some(({ method, path }) => method === 'POST' && path === '/api/v1/entities')).toBe(false)
    expect(dialog.getByRole('button', { name: 'Create' })).toBeDefined()
  })

  // spec 1-2-115
  it('is closed by a click beside it', async () => {
    openEntities()
    await user.click(await screen.findByRole('button', { name: '+ add entity' }))
    await screen.findByRole('dialog', { name: 'Create Entity' })

    const overlay = document.querySelector('.mantine-Modal-overlay')
    if (overlay !== null) await user.click(overlay)

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('Edit Entity', () => {
  const north = {
    entityID: 'north',
    name: 'Northern Wells',
    logo: '/logo.webp',
    icon: '',
    url: '',
    status: 'active',
    company: '',
    subEntities: [],
    secondFactorRequired: false,
    secondFactorRequiredBy: null,
    viewersMayEdit: true,
    viewersMayConfigure: true,
    measures: null,
    language: null,
    version: 1,
  }

  it('asks before it gives an entity the name of another one', async () => {
    const { seen } = openEntities({
      routes: [
        answerAt(getEntity, { id: 'north' }, () => north),
        answerTo(updateEntity, ({ body }) =>
          body.sameName === true
            ? whole({ status: 'success', message: 'Southern Wells was updated.', details: north })
            : failure('entity/name-taken'),
        ),
      ],
    })
    await user.click((await section('Northern Wells')).getByRole('button', { name: 'Edit Northern Wells' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Entity' }))
    await user.clear(dialog.getByLabelText(/Entity Name/))
    await user.type(dialog.getByLabelText(/Entity Name/), 'Southern Wells')

    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Use it anyway' }))

    expect(await screen.findByText('Results: Southern Wells was updated.')).toBeDefined()
    const forms = seen.filter(({ method, path }) => method === 'PUT' && path === '/api/v1/entities')
    expect(forms.map(({ body }) => body instanceof FormData && body.get('sameName'))).toEqual([null, 'true'])
  })

  it('lists what follows before an entity is disabled, and nothing while its status stays', async () => {
    const things = [{ kind: 'shared link', id: 'a', name: 'North tank', follows: 'ends' } as const]
    const { seen } = openEntities({
      routes: [
        answerAt(getEntity, { id: 'north' }, () => north),
        answerTo(listConsequences, () => ({ things, more: [] })),
      ],
    })
    await user.click((await section('Northern Wells')).getByRole('button', { name: 'Edit Northern Wells' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Entity' }))
    expect(seen.some(({ path }) => path === '/api/v1/consequences')).toBe(false)

    await user.selectOptions(dialog.getByLabelText('Status'), 'Disabled')

    expect(await dialog.findByText(/North tank/)).toBeDefined()
    expect(onlyBody(seen, 'POST /api/v1/consequences')).toEqual({
      change: { kind: 'entity-disabled', entityID: 'north' },
    })
  })

  it('changes name and status of a sub-entity and takes its logo away', async () => {
    const { seen } = openEntities({
      routes: [
        answerAt(getEntity, { id: 'north' }, () => north),
        answerTo(updateEntity, () => whole({ status: 'success', message: 'North was updated.', details: north })),
      ],
    })
    await user.click((await section('Northern Wells')).getByRole('button', { name: 'Edit Northern Wells' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Entity' }))

    await user.clear(dialog.getByLabelText(/Entity Name/))
    await user.type(dialog.getByLabelText(/Entity Name/), 'North')
    await user.click(dialog.getByRole('button', { name: 'Remove Entity Logo' }))
    await user.selectOptions(dialog.getByLabelText('Status'), 'Disabled')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Results: North was updated.')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    const form = seen.find(({ method, path }) => method === 'PUT' && path === '/api/v1/entities')?.body
    expect(form instanceof FormData && Object.fromEntries(form)).toEqual({
      entityID: 'north',
      name: 'North',
      logo: '',
      status: 'disabled',
      version: '1',
    })
  })

  it('says why when the entity cannot be read', async () => {
    openEntities({ routes: [answerAt(getEntity, { id: 'north' }, () => failure('entity/not-found'))] })

    await user.click((await section('Northern Wells')).getByRole('button', { name: 'Edit Northern Wells' }))

    const note = (await screen.findAllByRole('alert')).find((alert) => alert.closest('section') === null)
    expect(note?.textContent).toContain('The sentence of entity/not-found.')
  })

  it('is not offered to a holder of viewSubentities', async () => {
    openEntities({ me: { ...ada, role: 'viewer', permissions: ['viewSubentities'] } })

    expect((await section('Northern Wells')).queryByRole('button', { name: 'Edit Northern Wells' })).toBeNull()
  })
})

describe('deleting an entity', () => {
  const things = [
    { kind: 'unit', id: 'cold', name: 'Cold store', follows: 'deleted' },
    { kind: 'unit', id: 'pump', name: 'Pump 1', follows: 'deleted' },
    { kind: 'user', id: 'grace', name: 'Grace Hopper', follows: 'deleted' },
  ] as const
  const open = async (answer: () => Reply<typeof deleteEntity>) => {
    const { seen } = openEntities({
      routes: [answerTo(listConsequences, () => ({ things: [...things], more: [] })), answerTo(deleteEntity, answer)],
    })
    await user.click((await section('Northern Wells')).getByRole('button', { name: 'Delete Northern Wells' }))
    return { seen, dialog: within(await screen.findByRole('dialog', { name: 'Delete Northern Wells?' })) }
  }

  it('shows what goes with it, waits for its name and shows the result', async () => {
    const { seen, dialog } = await open(() => undefined)
    expect(await dialog.findByText('2 units: Cold store, Pump 1')).toBeDefined()
    expect(dialog.getByText('1 user: Grace Hopper')).toBeDefined()
    const name = dialog.getByRole('textbox', { name: 'Type Northern Wells to confirm' })
    await user.type(name, 'Northern')
    expect(dialog.getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(true)

    await user.type(name, ' Wells')
    await user.click(await findEnabled(dialog, 'Delete'))

    expect(await screen.findByText('Results: Northern Wells was deleted.')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.find(({ path }) => path === '/api/v1/consequences')?.body).toEqual({
      change: { kind: 'entity-deleted', entityID: 'north' },
    })
    expect(seen.find(({ method }) => method === 'DELETE')?.body).toEqual({
      entityID: 'north',
      confirm: 'Northern Wells',
    })
  })

  it('stays open with the reason where it is refused, and can be closed', async () => {
    const { dialog } = await open(() => failure('entity/not-found'))
    await user.type(dialog.getByRole('textbox', { name: 'Type Northern Wells to confirm' }), 'Northern Wells')

    await user.click(await findEnabled(dialog, 'Delete'))

    expect(await dialog.findByText('The entity was not deleted.')).toBeDefined()
    expect(dialog.getByText('The sentence of entity/not-found.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is not offered to a holder of viewSubentities', async () => {
    openEntities({ me: { ...ada, role: 'viewer', permissions: ['viewSubentities'] } })

    expect((await section('Northern Wells')).queryByRole('button', { name: 'Delete Northern Wells' })).toBeNull()
  })
})

describe('deleting users', () => {
  // spec 1-2-107, 1-4-44, 2-2-94
  it('asks first and shows the results', async () => {
    const { seen } = openEntities({
      routes: [answerTo(deleteUsers, () => whole({ status: 'success', message: 'Grace Hopper was deleted.' }))],
    })
    await chooseAction('Grace Hopper', 'Delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Grace Hopper?' }))

    await user.click(await findEnabled(dialog, 'Delete'))

    expect(await screen.findByText('Results: Grace Hopper was deleted.')).toBeDefined()
    expect(seen.find(({ method }) => method === 'DELETE')?.body).toEqual({ uid: 'ada', userUID: ['grace'] })
  })

  // spec 1-2-108
  it('takes all chosen rows of a table', async () => {
    const { seen } = openEntities({
      routes: [
        answerTo(listUsers, () => ({ users: [grace, linus] })),
        answerTo(deleteUsers, () => whole({ status: 'success', message: '2 users were deleted.' })),
      ],
    })
    const north = await section('Northern Wells')
    await north.findByText('Grace Hopper')

    await user.click(north.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await user.click(north.getByRole('button', { name: 'Delete 2 users' }))
    await user.click(await findEnabled(within(await screen.findByRole('dialog')), 'Delete'))

    expect(await screen.findByText('Results: 2 users were deleted.')).toBeDefined()
    expect(seen.find(({ method }) => method === 'DELETE')?.body).toEqual({ uid: 'ada', userUID: ['grace', 'linus'] })
  })
})
