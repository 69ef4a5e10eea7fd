import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { BuiltUnit } from './build-unit.ts'

/** Gives a unit a template that says in what `room.temp` is measured: °C. */
export async function showTemperature(db: Db, { dataId, entity }: BuiltUnit): Promise<void> {
  const id = `template-of-${dataId}` as TemplateId
  const series = { field: 'temp', friendlyName: 'Air', unit: '°C' }
  const charts = [{ title: 'Air', type: 'timeseries' as const, specifications: { room: [series] } }]
  await createTemplateStore(db).create({ id, entityId: entity, definition: { title: id, timeSeries: { charts } } })
  await db.updateTable('unit').set({ defaultTemplate: id }).where('dataId', '=', dataId).execute()
}
