import { sql } from 'kysely'
import { finderOf } from './affected-store.ts'

/** Messages about an alert that wait, by whom they are for; those to people out of reach are only counted. */
export const waitingAboutAlert = finderOf({
  table: 'alert_notification',
  name: 'recipient',
  visible: (reach) => sql`coalesce(
    (select person.entity_id from app_user person where person.id = user_id), entity_id
  ) = any (${[...reach]})`,
})<'alert-deleted'>(
  ({ alertID }) => sql`
    alert_id = ${alertID} and kind not in ('ended', 'all-clear') and (state = 'due' or state = 'queued' and exists (
      select from outbox where outbox.id = outbox_id and sent_at is null and failed_at is null
    ))`,
)
