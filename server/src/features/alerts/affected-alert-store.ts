import { findWhere, isOfEntities, isOneOf } from '#delivery/consequences/affected-store.ts'
import type { ChangeKind } from '@fieldwatch/contract/consequences/changes'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Find } from '#delivery/consequences/declaration.ts'

function watches(dataIds: readonly DataId[]): RawBuilder<unknown> {
  return sql`exists (select from alert_unit where alert_id = alert.id and ${isOneOf('data_id', dataIds)})`
}

function watchesOthers(dataIds: readonly DataId[]): RawBuilder<unknown> {
  return sql`exists (select from alert_unit where alert_id = alert.id and not ${isOneOf('data_id', dataIds)})`
}

type KindWithUnits = Extract<ChangeKind, 'unit-moved' | 'unit-shared' | 'unit-deactivated' | 'unit-deleted'>

/** Alerts that watch some units: all of them, only those that watch others too, or only those that do not. */
export function watchingAlerts(which: 'all' | 'also others' | 'only these'): Find<KindWithUnits> {
  return findWhere(({ dataIDs }, reach) => {
    const isMeant =
      which === 'all'
        ? sql`true`
        : which === 'also others'
          ? watchesOthers(dataIDs)
          : sql`not ${watchesOthers(dataIDs)}`
    return { table: 'alert', where: sql`${watches(dataIDs)} and ${isMeant}`, visible: isOfEntities(reach) }
  })
}

/** Alerts of which people who leave are owners or viewers, and that have other owners. */
export const alertsWithOtherOwners: Find<'person-disabled' | 'person-deleted'> = findWhere(({ userIDs }, reach) => ({
  table: 'alert',
  visible: isOfEntities(reach),
  where: sql`exists (select from alert_person where alert_id = alert.id and ${isOneOf('user_id', userIDs)})
    and exists (
      select from alert_person join app_user person on person.id = user_id
      where alert_id = alert.id and owns and not ${isOneOf('user_id', userIDs)} and person.status = 'active'
    )`,
}))
