import { type Kysely, sql } from 'kysely'

const COLUMNS = {
  outbox: ['last_error'],
  webhook: ['last_error'],
  network_server: ['last_error', 'catch_up_error', 'broker_error'],
} as const

/** Why something outside could not be reached is said under another name, as webhooks are not alone in reaching out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS)) {
    for (const column of columns) {
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = replace(${sql.ref(column)}, 'not-sent.webhook.', 'not-sent.outside.')
        where ${sql.ref(column)} like '%not-sent.webhook.%'`.execute(db)
    }
  }
}
