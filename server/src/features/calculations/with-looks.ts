import type { DataId } from '@fieldwatch/contract/api/ids'
import { calculatedLooks, hasBareResults, withCalculatedLooks } from '@fieldwatch/contract/templates/calculated-looks'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { Db } from '#platform/database/database.ts'
import { createCalculationStore } from './calculation-store.ts'

/** A template as the page of a unit shows it: results of calculated sources have their names and units. */
export async function withLooks<T extends TemplateDefinition>(db: Db, dataId: DataId, template: T): Promise<T> {
  if (!hasBareResults(template)) return template
  const calculations = await createCalculationStore(db).list(dataId)
  return withCalculatedLooks(template, calculatedLooks(calculations))
}
