import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // No template could have event tables so far, so none is without on purpose.
  await sql`
    update template set definition = definition || '{"events": []}' where not definition ? 'events'
  `.execute(db)
}
