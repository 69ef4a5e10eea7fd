import { type Kysely, sql } from 'kysely'

/** The texts that say why a line is refused are now among those of this extension. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update record_import_refusal set reason = replace(reason, 'answers.import.', 'record-imports.refused.')
    where reason like '%answers.import.%'`.execute(db)
}
