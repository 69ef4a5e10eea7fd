import { sql } from 'kysely'
import {
  finderOf,
  isOfEntities,
  isOneOf,
  type KindWithUnits,
} from '@fieldwatch/server/delivery/consequences/affected-store'

const incidents = finderOf({ table: 'incident', name: 'title', visible: isOfEntities })

export const incidentsAboutUnits = incidents<KindWithUnits>(
  ({ dataIDs }) =>
    sql`exists (select from incident_unit where incident_id = incident.id and ${isOneOf('data_id', dataIDs)})`,
)
