import type { Language } from '@fieldwatch/contract/text/languages'
import { type RawBuilder, sql } from 'kysely'

/** The language that a person, a row of `app_user` under this name, or else their entity chose. */
export function languageOf(person: string): RawBuilder<Language | null> {
  return sql`coalesce(
    ${sql.ref(`${person}.language`)}, (select entity.language from entity where entity.id = ${sql.ref(`${person}.entity_id`)})
  )`
}
