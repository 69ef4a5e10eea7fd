import type { DataId } from '@fieldwatch/contract/ids'
import type { UnitImportOptions } from '@fieldwatch/contract/unit-imports'
import type { Actor } from '#people/access/person-store.ts'
import { createEntityStore } from '#people/entities/entity-store.ts'
import type { Db } from '#platform/database/database.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createNames } from './import-names.ts'
import type { KnownFleet } from './plan-unit.ts'
import { createUnitBatchStore } from './unit-batch-store.ts'

type Person = Pick<Actor, 'role' | 'reach'>

/** Reads what the lines of an import are compared with; of the units those that `dataIds` name. */
export function createFleetReader(db: Db, caller: Person, options: UnitImportOptions) {
  let names: Promise<Pick<KnownFleet, 'entities' | 'templates'>> | undefined
  return async (dataIds: readonly DataId[]): Promise<KnownFleet> => {
    names ??= readNames(db, caller)
    const { entities, templates } = await names
    const documents = await createUnitStore(db).listDocuments(caller.reach, { dataIds })
    const units = new Map(documents.map((unit) => [unit.dataID as string, unit]))
    const taken = await createUnitBatchStore(db).listTaken(dataIds)
    return { caller, options, entities, templates, units, elsewhere: taken.difference(units) }
  }
}

async function readNames(db: Db, { reach }: Person): Promise<Pick<KnownFleet, 'entities' | 'templates'>> {
  const entities = await createEntityStore(db).listLooks(reach)
  const templates = await createTemplateStore(db).listShared(reach)
  return {
    entities: createNames(entities, { one: 'entity', many: 'entities' }),
    templates: createNames(
      templates.map(({ id, title }) => ({ id, name: title })),
      { one: 'template', many: 'templates' },
    ),
  }
}
