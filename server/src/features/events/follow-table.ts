import type { FollowChange, Made } from '#delivery/consequences/declaration.ts'
import type { Db } from '#platform/database/database.ts'
import type { StoredEventTable } from './event-store.ts'

/** What follows for an event table that is new or finds other occurrences, after it is changed. Returns what to publish after the commit. */
export function followTable(
  { followChange }: { readonly followChange: FollowChange },
  tx: Db,
  {
    dataId: dataID,
    name: event,
    title: table,
    comparison,
  }: Pick<StoredEventTable, 'dataId' | 'name' | 'title' | 'comparison'>,
  by: Pick<Made<'event-table-changed'>, 'caller' | 'now'>,
): Promise<() => void> {
  return followChange(tx, {
    change: { kind: 'event-table-changed', dataID, event },
    reason: (t) => t('mails.table-changed', { table, comparison }),
    ...by,
  })
}
