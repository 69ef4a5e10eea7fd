import type { DataId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { findWhere, isOfEntities } from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'

/** Whether a mapping names a unit that its entity has, as its unit or behind an alias. */
export function namesUnit(dataId: DataId): RawBuilder<boolean> {
  return sql<boolean>`(
    message_mapping.mapping -> 'unit' ->> 'dataID' = ${dataId} or exists (
      select from jsonb_each_text(coalesce(message_mapping.mapping -> 'aliases', '{}')) alias where alias.value = ${dataId}
    )
  )`
}

export const mappingsOfUnit: Find<'data-id-changed'> = findWhere(({ dataID }, reach) => ({
  table: 'message_mapping',
  where: namesUnit(dataID),
  visible: isOfEntities(reach),
}))
