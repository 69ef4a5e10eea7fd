import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { Bus } from '#platform/bus/bus.ts'
import type { NewUnitWish } from './plan-unit.ts'
import type { UnitWish } from './unit-wish.ts'

interface UnitChange {
  readonly dataId: DataId
  readonly left: readonly EntityId[]
  /** Undefined: it is as active as it was. */
  readonly active: boolean | undefined
  /** Whose galleries count its template otherwise now. */
  readonly galleries: readonly EntityId[]
}

/** Collects the events of changed units, to publish them after the commit. */
export function createMergedChanges(bus: Bus) {
  const all: UnitChange[] = []
  return {
    addNew: ({ dataId, entities, defaultTemplate }: NewUnitWish): void => {
      all.push({ dataId, left: [], active: undefined, galleries: defaultTemplate === undefined ? [] : entities })
    },

    add: ({ dataID: dataId, entities }: DataDocument, { entities: after, active, defaultTemplate }: UnitWish): void => {
      const left = after === undefined ? [] : entities.filter((entity) => !after.includes(entity))
      const isOther = after !== undefined || defaultTemplate !== undefined
      all.push({ dataId, left, active, galleries: isOther ? [...entities, ...(after ?? [])] : [] })
    },

    publish: (): void => {
      for (const { dataId, left, active } of all) {
        if (active !== undefined) bus.publish('unit-access-changed', { dataId, connectionsEnd: !active })
        bus.publish('unit-changed', left.length === 0 ? { dataId } : { dataId, left })
      }
      if (all.some(({ left }) => left.length > 0)) bus.publish('rights-changed', {})
      const galleries = new Set(all.flatMap(({ galleries: of }) => of))
      if (galleries.size > 0) bus.publish('gallery-changed', { entities: [...galleries] })
    },
  }
}

export type MergedChanges = ReturnType<typeof createMergedChanges>
