import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { findShownTemplate } from './shown-template.ts'

/** The titles of the charts of a unit that show a source. */
export async function listChartsOfSource(db: Db, dataId: DataId, source: SourceName): Promise<string[]> {
  const reach = await createUnitStore(db).listEntities(dataId)
  const template = await findShownTemplate(db, dataId, { reach })
  const charts = (template?.timeSeries?.charts ?? []).filter(({ specifications }) => source in specifications)
  return charts.map(({ title }) => title)
}
