import type { EntityId } from '@fieldwatch/contract/ids'
import type { UnitChange } from '@fieldwatch/contract/unit-jobs'
import type { DataDocument } from '@fieldwatch/contract/units'
import type { UnitWish } from './unit-wish.ts'

export type WishedChange = Extract<UnitChange, { kind: 'template' | 'active' | 'entities' }>

/** What a change makes of one unit; a sentence where it cannot. */
export function wishFor(unit: DataDocument, change: WishedChange): UnitWish | string {
  switch (change.kind) {
    case 'template':
      return { defaultTemplate: change.template }
    case 'active':
      return { active: change.active }
    default: {
      const entities = entitiesAfter(unit.entities, change)
      return entities.length === 0 ? 'A unit keeps at least one entity.' : { entities }
    }
  }
}

function entitiesAfter(
  before: readonly EntityId[],
  { how, entities }: Extract<WishedChange, { kind: 'entities' }>,
): EntityId[] {
  if (how === 'set') return [...new Set(entities)]
  if (how === 'add') return [...new Set([...before, ...entities])]
  return before.filter((entity) => !entities.includes(entity))
}
