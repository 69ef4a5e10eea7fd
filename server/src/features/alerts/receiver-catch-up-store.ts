import type { EntityId } from '@fieldwatch/contract/api/ids'
import { kept } from '@fieldwatch/messages/server-sentences'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { entitiesBelow } from '#platform/database/entities-below.ts'

/** The receivers of an entity, or one of them. */
export interface CatchingUp {
  readonly entity: EntityId
  readonly receiver?: string
  readonly now: number
}

/**
 * Notifies receivers of what began or ended while they got nothing: by the last message to each about an alert on a unit. Use it in the
 * transaction after which they get messages again.
 */
export async function catchUpReceivers(db: Db, { entity, receiver, now }: CatchingUp): Promise<void> {
  const only = receiver === undefined ? sql`true` : sql`id = ${receiver}`
  await sql`
    with recursive ${entitiesBelow(entity)}, receiver as (
      select id, name, channel from alert_receiver where entity_id = ${entity} and ${only}
    ), told as (
      select distinct on (receiver.id, message.alert_id, value ->> 'dataId') receiver.id as receiver_id, message.alert_id, alert_name,
        value ->> 'dataId' as data_id, value ->> 'name' as unit_name, value ->> 'status' as status
      from receiver join alert_notification message on message.receiver_id = receiver.id
      left join outbox on outbox.id = message.outbox_id cross join jsonb_array_elements(message.notified)
      where message.state <> 'withheld' and outbox.failed_at is null
      order by receiver.id, message.alert_id, value ->> 'dataId', message.id desc
    ), open as (
      select watched.alert_id, watched.data_id, friendly_name as unit_name, watched.status, watched.at, watched.changed_at, watched.value
      from alert join alert_unit watched on watched.alert_id = alert.id join unit using (data_id)
      where alert.entity_id = ${entity} and notified = 'high' and exists (
        select from unit_entity owner join below on below.id = owner.entity_id where owner.data_id = watched.data_id
      )
    ), missed as (
      select receiver_id, alert_id, alert_name, data_id, 'ended' as kind, jsonb_build_object(
        'dataId', data_id, 'name', unit_name, 'status', 'ok', 'at', null, 'notedAt', ${now}::bigint, 'value', null, 'changes', 1,
        'reason', ${kept('mails.ended-meanwhile')}::text
      ) as about
      from told where status = 'high' and not exists (select from open where (alert_id, data_id) = (told.alert_id, told.data_id))
      union all
      select receiver.id, alert_id, null, data_id, 'alarm', jsonb_build_object(
        'dataId', data_id, 'name', unit_name, 'status', 'high', 'at', at, 'notedAt', changed_at, 'value', value, 'changes', 1
      )
      from receiver cross join open where open.status = 'high' and not exists (
        select from told where receiver_id = receiver.id and (alert_id, data_id) = (open.alert_id, open.data_id) and told.status = 'high'
      )
    )
    insert into alert_notification (
      alert_id, alert_name, entity_id, receiver_id, kind, channel, recipient, unit_count, units, at, state, notified
    )
    select alert_id, alert_name, ${entity}, receiver.id, kind, channel, receiver.name, 1, array[data_id], ${now}::bigint, 'due',
      jsonb_build_array(about)
    from missed join receiver on receiver.id = receiver_id order by alert_id, data_id, receiver.id`.execute(db)
}
