import { type Kysely, sql } from 'kysely'

/** Where it is kept why something was not sent. */
const COLUMNS = {
  alert_notification: ['reason'],
  outbox: ['last_error'],
  webhook: ['last_error'],
  network_server: ['last_error', 'catch_up_error', 'broker_error'],
} as const

/** Why something outside could not be reached is not said of webhooks alone, and what is said of webhooks alone has their name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS)) {
    for (const column of columns) {
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = replace(
          replace(${sql.ref(column)}, 'not-sent.webhook.', 'not-sent.outside.'), 'not-sent.webhook-', 'webhooks.not-sent.'
        )
        where ${sql.ref(column)} like '%not-sent.webhook%'`.execute(db)
    }
  }
}
