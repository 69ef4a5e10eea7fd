import { sql } from 'kysely'
import { findWhere, isOfEntities, isOneOf, type KindWithUnits } from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'

export const incidentsAboutUnits: Find<KindWithUnits> = findWhere(({ dataIDs }, reach) => ({
  table: 'incident',
  name: sql`title`,
  visible: isOfEntities(reach),
  where: sql`exists (select from incident_unit where incident_id = incident.id and ${isOneOf('data_id', dataIDs)})`,
}))
