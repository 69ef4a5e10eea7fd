import type { DataId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { finderOf, isOfEntities } from '@fieldwatch/server/delivery/consequences/affected-store'

/** Whether a mapping names a unit that its entity has, as its unit or behind an alias. */
export function namesUnit(dataId: DataId): RawBuilder<boolean> {
  return sql<boolean>`(
    message_mapping.mapping -> 'unit' ->> 'dataID' = ${dataId} or exists (
      select from jsonb_each_text(coalesce(message_mapping.mapping -> 'aliases', '{}')) alias where alias.value = ${dataId}
    )
  )`
}

export const mappingsOfUnit = finderOf({ table: 'message_mapping', visible: isOfEntities })<'data-id-changed'>(
  ({ dataID }) => namesUnit(dataID),
)
