import { compareNaturally } from '@fieldwatch/contract/text/natural-order'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

/** The choice that means every entity in reach. */
export const ALL_ENTITIES = 'all'

type Chooser = Pick<SessionUser, 'role' | 'entity' | 'entityData' | 'entityViewing'>

export interface EntityChoice {
  value: string
  label: string
}

/** The entities that the user can switch between; only admins with sub-entities can. Own entity first, then by name. */
export function entityChoices({ role, entity, entityData }: Chooser): EntityChoice[] {
  const subEntities = Object.entries(entityData).filter(([id]) => id !== entity)
  if (role !== 'admin' || subEntities.length === 0) return []
  const named = subEntities.map(([value, { name, status }]) => ({
    value,
    label: status === 'disabled' ? t('shell.entity.disabled', { name }) : name,
  }))
  const own = { value: entity, label: entityData[entity]?.name ?? '' }
  return [
    { value: ALL_ENTITIES, label: t('shell.entity.all') },
    own,
    ...named.toSorted((a, b) => compareNaturally(a.label, b.label)),
  ]
}

/** What the user looks at now, as one of the choices. */
export function chosenEntity({ entityData, entityViewing }: Chooser): string {
  const [only] = entityViewing
  const all = entityViewing.length >= Object.keys(entityData).length
  return only === undefined || all || entityViewing.length > 1 ? ALL_ENTITIES : only
}

/** The viewing entities of a choice, as the server takes them. */
export function viewingOf(choice: string): EntityId[] {
  return choice === ALL_ENTITIES ? [] : [choice as EntityId]
}
