import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Db } from './database.ts'

/** Which of these entities are not disabled, in their order. */
export async function listActiveEntities(db: Db, ids: readonly EntityId[]): Promise<EntityId[]> {
  const rows = await db
    .selectFrom('entity')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', 'active')
    .execute()
  const active = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => active.has(id))
}
