import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Language } from '@fieldwatch/contract/text/languages'

/**
 * The name of a person in a query, or the mail address of one without a name. `person` is the alias of `app_user`, or of `known_person`,
 * which has the people who were deleted too.
 */
export function personName(person?: string): RawBuilder<string> {
  const of = (column: string) => sql.ref(person === undefined ? column : `${person}.${column}`)
  return sql`coalesce(nullif(trim(${of('first_name')} || ' ' || ${of('last_name')}), ''), ${of('email')})`
}

/**
 * The name of a creator in a query: of a user, who may be deleted, or of the token of an entity. Null for a creator out of reach,
 * and for the portal itself.
 */
export function creatorName(creator: RawBuilder<unknown>, reach: readonly EntityId[]): RawBuilder<string | null> {
  return sql<string | null>`(
    select ${personName('person')} from known_person person
    where person.id = ${creator} and person.entity_id = any (${[...reach]})
    union all
    select token.name from program_token token
    where token.id = ${creator} and token.entity_id = any (${[...reach]})
  )`
}

/** The language that a person, a row of `app_user` under this name, or else their entity chose. */
export function languageOf(person: string): RawBuilder<Language | null> {
  return sql`coalesce(
    ${sql.ref(`${person}.language`)}, (select entity.language from entity where entity.id = ${sql.ref(`${person}.entity_id`)})
  )`
}
