import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { buildEntityUser } from './build-entity-user.ts'
import { buildSessionUser } from './build-session-user.ts'
import { success } from './fake-server.ts'
import { renderApp } from './render-app.tsx'
// Loaded ahead, so that no test waits for it.
import '#features/settings/entities/entities-tab.tsx'
import '#features/settings/settings-page.tsx'

const user = userEvent.setup()

const entity = (name: string) => ({ name, logo: '', icon: '', status: 'active' as const })

/** An admin of an entity with two sub-entities. */
export const ada = buildSessionUser({
  entity: 'water' as EntityId,
  entityData: { water: entity('Northwind Water'), north: entity('Northern Wells'), south: entity('Southern Wells') },
})

/** A viewer of Northern Wells. */
export const grace = buildEntityUser({ id: 'grace', firstName: 'Grace', lastName: 'Hopper', entity: 'north' })

/** An admin of Southern Wells. */
export const linus = buildEntityUser({
  id: 'linus',
  firstName: 'Linus',
  lastName: 'Pauling',
  entity: 'south',
  role: 'admin',
})

type Routes = NonNullable<Parameters<typeof renderApp>[0]['routes']>

/** Opens the Entities tab of Settings, with one user in each of two sub-entities unless `routes` say otherwise. */
export function openEntities({ me = ada, routes = {} }: { me?: SessionUser; routes?: Routes } = {}) {
  const lists: Record<string, unknown[]> = { north: [grace], south: [linus] }
  return renderApp({
    path: '/settings?tab=entities',
    user: me,
    routes: {
      'GET /api/v1/me': () => success(me),
      'GET /api/v1/apps': () => success([]),
      'GET /api/v1/users': ({ path }) =>
        success({ users: lists[new URLSearchParams(path.split('?')[1]).get('entity') ?? ''] }),
      'GET /api/v1/entities/north': () => success(entityOf('north')),
      'GET /api/v1/entities/south': () => success(entityOf('south')),
      ...routes,
    },
  })
}

function entityOf(entityID: string) {
  const words = { name: entityID, logo: '', icon: '', url: '', status: 'active', company: '', subEntities: [] }
  return {
    entityID,
    ...words,
    secondFactorRequired: false,
    secondFactorRequiredBy: null,
    viewersMayEdit: true,
    measures: null,
    language: null,
    version: 1,
  }
}

/** The part of the Entities tab about one entity. */
export async function section(name: string) {
  return within(await screen.findByRole('region', { name }))
}

/** Chooses from the menu of somebody's row. */
export async function chooseAction(who: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${who}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
