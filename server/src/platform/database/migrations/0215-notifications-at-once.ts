import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Who is notified is recorded by the transaction that finds a change. What still waited for that goes to everyone who gets mails of the
  // alert; the reach of each is checked before the mail is written.
  await sql`
    insert into alert_notification (
      alert_id, entity_id, user_id, kind, channel, recipient, unit_count, units, at, state, told
    )
    select alert.id, alert.entity_id, person.id, notice.kind, 'mail', email, 1, array[data_id], notice.noted_at, 'due',
      jsonb_build_array(jsonb_build_object(
        'dataId', data_id, 'name', friendly_name, 'status', notice.status, 'at', notice.at, 'notedAt', notice.noted_at,
        'value', notice.value, 'changes', notice.changes
      ))
    from alert_notice notice join alert on alert.id = alert_id join unit using (data_id)
    join alert_person using (alert_id) join app_user person on person.id = user_id
    where not unsubscribed and person.status = 'active'
      and coalesce((notifications -> 'alerts' ->> 'emailEnable')::boolean, true)
    order by notice.id;
    drop table alert_notice;
  `.execute(db)
}
