import type { DataId } from '@fieldwatch/contract/api/ids'
import type { UnitImportOptions } from '@fieldwatch/contract/units/unit-imports'
import type { Actor } from '#people/access/person-store.ts'
import { createEntityStore } from '#people/entities/entity-store.ts'
import type { Db } from '#platform/database/database.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createLabelStore } from '#fleet/labels/label-store.ts'
import { createLabelNames, createNames } from './import-names.ts'
import type { KnownFleet } from './plan-unit.ts'
import { createUnitBatchStore } from './unit-batch-store.ts'

type Person = Pick<Actor, 'role' | 'reach' | 'token'>

/** Reads what the lines of an import are compared with; of the units those that `dataIds` name. */
export function createFleetReader(db: Db, caller: Person, options: UnitImportOptions) {
  let names: Promise<Names> | undefined
  return async (dataIds: readonly DataId[]): Promise<KnownFleet> => {
    names ??= readNames(db, caller)
    const known = await names
    const batch = createUnitBatchStore(db)
    const documents = await createUnitStore(db).listDocuments(caller.reach, { dataIds })
    const kept = await batch.listRetention(documents.map(({ dataID }) => dataID))
    const units = new Map(
      documents.map((unit) => [unit.dataID as string, { ...unit, retention: kept.get(unit.dataID) }]),
    )
    const taken = await batch.listTaken(dataIds)
    return { caller, options, ...known, units, elsewhere: taken.difference(units) }
  }
}

type Names = Pick<KnownFleet, 'entities' | 'templates' | 'labels'>

async function readNames(db: Db, { reach }: Person): Promise<Names> {
  const entities = await createEntityStore(db).listLooks(reach)
  const templates = await createTemplateStore(db).listShared(reach)
  return {
    labels: createLabelNames(await createLabelStore(db).list(reach, reach)),
    entities: createNames(entities, { none: 'answers.import.no-entity', several: 'answers.import.several-entities' }),
    templates: createNames(
      templates.map(({ id, title }) => ({ id, name: title })),
      { none: 'answers.import.no-template', several: 'answers.import.several-templates' },
    ),
  }
}
