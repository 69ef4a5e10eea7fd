import type { DataId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { finderOf, isOfEntities, isOneOf, type KindWithUnits } from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'

const alerts = finderOf({ table: 'alert', visible: isOfEntities })

function watches(dataIds: readonly DataId[]): RawBuilder<unknown> {
  return sql`exists (select from alert_unit where alert_id = alert.id and ${isOneOf('data_id', dataIds)})`
}

function watchesOthers(dataIds: readonly DataId[]): RawBuilder<unknown> {
  return sql`exists (select from alert_unit where alert_id = alert.id and not ${isOneOf('data_id', dataIds)})`
}

/** Alerts that watch some units: all of them, only those that watch others too, or only those that do not. */
export function watchingAlerts(which: 'all' | 'also others' | 'only these'): Find<KindWithUnits> {
  return alerts(({ dataIDs }) => {
    if (which === 'all') return watches(dataIDs)
    const others = watchesOthers(dataIDs)
    return sql`${watches(dataIDs)} and ${which === 'also others' ? others : sql`not ${others}`}`
  })
}
