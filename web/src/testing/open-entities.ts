import { buildEntity } from './build-entity.ts'
import type { EntityUser } from '@fieldwatch/contract/people/users'
import { answerAt, answerTo, type Answer } from './answers.ts'
import { listApps } from '@fieldwatch/contract/people/apps'
import { getEntity } from '@fieldwatch/contract/people/entities'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { getMe, listUsers, type SessionUser } from '@fieldwatch/contract/people/users'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { buildEntityUser } from './build-entity-user.ts'
import { buildSessionUser } from './build-session-user.ts'
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

type Routes = readonly Answer[]

/** Opens the Entities tab of Settings, with one user in each of two sub-entities unless `routes` say otherwise. */
export function openEntities({ me = ada, routes = [] }: { me?: SessionUser; routes?: Routes } = {}) {
  const lists: Record<string, EntityUser[]> = { north: [grace], south: [linus] }
  return renderApp({
    path: '/settings?tab=entities',
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listApps, () => []),
      answerTo(listUsers, ({ query }) => ({ users: lists[query.entity ?? ''] ?? [] })),
      answerAt(getEntity, { id: 'north' }, () => buildEntity({ entityID: 'north', name: 'north' })),
      answerAt(getEntity, { id: 'south' }, () => buildEntity({ entityID: 'south', name: 'south' })),
      ...routes,
    ],
  })
}

/** The part of the Entities tab about one entity. */
export async function section(name: string) {
  return within(await screen.findByRole('region', { name }))
}

/** Chooses from the menu of someone's row. */
export async function chooseAction(who: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${who}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
