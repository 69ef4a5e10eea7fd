import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import { type Reply, answerAt, answerTo, failure, whole } from '#testing/answers.ts'
import { getMe, listUsers } from '@fieldwatch/contract/people/users'
import { listApps } from '@fieldwatch/contract/people/apps'
import { getEntity, listEntities, updateEntity } from '@fieldwatch/contract/people/entities'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildEntityUser } from '#testing/build-entity-user.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { renderApp } from '#testing/render-app.tsx'
// Loaded ahead, so that no test waits for it.
import '../company/company-tab.tsx'
import '../settings-page.tsx'

const user = userEvent.setup()
const water = {
  entityID: 'water',
  name: 'Northwind Water',
  logo: '',
  icon: '',
  url: '',
  status: 'active',
  company: '',
  subEntities: ['north'],
  secondFactorRequired: false,
  secondFactorRequiredBy: null as { name: string | null } | null,
  viewersMayEdit: true,
  viewersMayConfigure: true,
  measures: null,
  language: null,
  version: 3,
}
const users = [
  buildEntityUser({ id: 'ada', firstName: 'Ada', lastName: 'Lovelace', role: 'admin', secondFactor: true }),
  buildEntityUser({ id: 'grace', firstName: 'Grace', lastName: 'Hopper' }),
  buildEntityUser({ id: 'alan', firstName: 'Alan', lastName: 'Turing', entity: 'north' }),
  buildEntityUser({ id: 'emmy', firstName: 'Emmy', lastName: 'Noether', entity: 'elsewhere' }),
  buildEntityUser({ id: 'left', firstName: 'Long', lastName: 'Gone', status: 'disabled' }),
]

/** My Company with an entity as it is on the server; `change` answers what an admin sends. */
function open(
  entity: () => typeof water,
  { change = () => failure('server/internal'), role = 'admin' }: { change?: Change; role?: 'admin' | 'viewer' } = {},
) {
  const me = buildSessionUser({ entity: 'water' as EntityId, role })
  return renderApp({
    path: '/settings?tab=my-company',
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listApps, () => []),
      answerAt(getEntity, { id: 'water' }, () => entity()),
      answerTo(listEntities, () => [entity(), { ...water, entityID: 'north', subEntities: [] }]),
      answerTo(listUsers, ({ path }) =>
        whole({
          status: 'success',
          details: { users: path.includes('entity=') ? users.filter(({ entity: of }) => of === 'water') : users },
        }),
      ),
      answerTo(updateEntity, ({ body }) => change(body)),
    ],
  })
}
type Change = (given: BodyOf<typeof updateEntity>) => Reply<typeof updateEntity>

const card = async () => within(await screen.findByRole('region', { name: 'Sign-in' }))

beforeEach(() => window.sessionStorage.clear())

describe('a second factor that is required', () => {
  it('is switched on after a question that lists who has none, and then marks them in the list', async () => {
    let entity = water
    const sent: unknown[] = []
    open(() => entity, {
      change: (given) => {
        sent.push(given)
        entity = { ...water, secondFactorRequired: true, version: 4 }
        return entity
      },
    })
    await user.click(await (await card()).findByRole('button', { name: 'Require a second factor of Northwind Water' }))
    const question = within(await screen.findByRole('dialog', { name: 'Require a second factor of Northwind Water?' }))
    expect(await question.findByText('2 of 3 users have none yet:')).toBeDefined()
    expect(question.getByRole('list', { name: 'Users without a second factor' }).textContent).toBe(
      'Grace HopperAlan Turing',
    )
    expect(screen.queryByText('No second factor yet')).toBeNull()

    await user.click(question.getByRole('button', { name: 'Require it' }))

    expect(await screen.findByText('Results: Northwind Water requires a second factor now.')).toBeDefined()
    expect(sent).toEqual([{ entityID: 'water', secondFactorRequired: true, version: 3 }])
    expect(await (await card()).findByText(/^Required to sign in with a password/)).toBeDefined()
    expect(screen.getByRole('row', { name: /Grace Hopper/ }).textContent).toContain('No second factor yet')
    expect(screen.getByRole('row', { name: /Ada Lovelace/ }).textContent).not.toContain('No second factor yet')
  })

  it('needs one of one’s own first, and leads to the profile', async () => {
    open(() => water, { change: () => failure('second-factor/own-first') })
    await user.click(await (await card()).findByRole('button', { name: /^Require a second factor/ }))

    await user.click(await screen.findByRole('button', { name: 'Require it' }))

    expect(await screen.findByText('The sentence of second-factor/own-first.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Open your profile' }).getAttribute('href')).toBe('/settings')
  })

  it('says who changed the entity in the meantime, and continues from the newer one', async () => {
    let entity = water
    const sent: unknown[] = []
    open(() => entity, {
      change: (given) => {
        sent.push(given.version)
        if (given.version === 4) return { ...water, secondFactorRequired: true, version: 5 }
        entity = { ...water, version: 4 }
        return failure('entity/changed', { changedBy: 'Grace Hopper' })
      },
    })
    await user.click(await (await card()).findByRole('button', { name: /^Require a second factor/ }))
    await user.click(await screen.findByRole('button', { name: 'Require it' }))
    await screen.findByText('Grace Hopper changed it in the meantime.')

    await user.click(screen.getByRole('button', { name: 'Require it' }))

    await screen.findByText('Results: Northwind Water requires a second factor now.')
    expect(sent).toEqual([3, 4])
  })

  it('is switched off after a question', async () => {
    let entity = { ...water, secondFactorRequired: true }
    open(() => entity, {
      change: (given) => {
        entity = { ...water, secondFactorRequired: given.secondFactorRequired === true }
        return entity
      },
    })
    await user.click(await (await card()).findByRole('button', { name: 'Stop requiring it of Northwind Water' }))

    await user.click(await screen.findByRole('button', { name: 'Stop requiring it' }))

    expect(await screen.findByText('Results: Northwind Water no longer requires a second factor.')).toBeDefined()
    expect(await (await card()).findByText(/^Not required/)).toBeDefined()
  })

  it.each([
    ['Top', 'Required by Top. It can only be switched off there.'],
    [null, 'Required by an entity above. It can only be switched off there.'],
  ])('of an entity above (%s) is shown and cannot be switched off here', async (name, text) => {
    open(() => ({ ...water, secondFactorRequiredBy: { name } }))

    expect(await (await card()).findByText(text)).toBeDefined()
    expect((await card()).queryByRole('button')).toBeNull()
    expect(await screen.findByText('No second factor yet')).toBeDefined()
  })

  it('is not for viewers to decide', async () => {
    open(() => water, { role: 'viewer' })

    await screen.findByText('Grace Hopper')
    expect(screen.queryByRole('region', { name: 'Sign-in' })).toBeNull()
  })
})
