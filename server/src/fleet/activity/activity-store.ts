import { isUnitOf } from '#platform/database/unit-in-reach.ts'
import type { ActivityTopic } from '@fieldwatch/contract/activity/activity'
import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { personName } from '#platform/database/person-columns.ts'
import type { Position } from '#platform/http/page-position.ts'
import type { ActivityScope } from './activity-policy.ts'
import { type ActivitySubjects, kindsOf, kindsOfOneEntity } from './activity-subjects.ts'

export interface StoredActivity {
  readonly id: number
  readonly at: number
  /** Undefined: no one who was signed in. */
  readonly userId: UserId | undefined
  /** Undefined: no one, or someone whose name was erased. */
  readonly user: { readonly name: string; readonly entity: EntityId } | undefined
  readonly entity: EntityId | undefined
  /** The name of the token by which a program did it. */
  readonly token: string | undefined
  readonly action: string
  readonly subjectKind: string
  readonly subjectId: string
  readonly subjectName: string | undefined
  readonly address: string
}

/** The thing before and after, as it was written down. */
export interface ActivityStates {
  readonly before: unknown
  readonly after: unknown
}

export interface ActivityFilter {
  readonly topic: ActivityTopic | undefined
  readonly userId: UserId | undefined
  readonly search: string | undefined
  readonly from: number
  readonly to: number
}

interface ActivityPage<Entry> {
  readonly entries: readonly Entry[]
  /** Where the next page begins; undefined: this is the last one. */
  readonly next: Position | undefined
}

/** Entries of one entity that one page looks through: a search for what is rare continues with the next page. */
const LOOKED_THROUGH = 20_000

interface Row {
  id: string | null
  at: Date
  userId: UserId | null
  entityId: EntityId | null
  action: string
  subjectKind: string
  subjectId: string
  subjectName: string | null
  address: string
  tokenName: string | null
  userName: string | null
  userEntity: EntityId | null
  before: unknown
  after: unknown
  edgeAt: Date | null
  edgeId: string | null
}

/** The audit log as people read it, with the names of what it is about. `reach` narrows names, and nothing else. */
export function createActivityStore(db: Db, reach: readonly EntityId[], subjects: ActivitySubjects) {
  const read = async <Entry extends StoredActivity>(
    columns: RawBuilder<unknown>,
    entryOf: (row: Row) => Entry,
    { scope, filter, after, limit }: Asked,
  ): Promise<ActivityPage<Entry>> => {
    const isFiltered = filter.topic !== undefined || filter.userId !== undefined || filter.search !== undefined
    const most = isFiltered ? Math.max(LOOKED_THROUGH / widthOf(scope), limit + 1) : limit + 1
    const { rows } = await sql<Row>`
      with scanned as (${scanned(scope, filter, { after, most, subjects })}),
      -- Where the first of the lists that were cut ends: what is older was not looked through whole.
      edge as (
        select at, id from (
          select at, id, row_number() over (partition by list order by at desc, id desc) as place from scanned
        ) placed where place = ${most} order by at desc, id desc limit 1
      ),
      found as (
        select entry.*, ${names(reach, subjects)},
          ${personName('actor')} as user_name, actor.entity_id as user_entity
        from scanned join audit_log entry using (id)
        left join known_person actor on actor.id = entry.user_id
        where not exists (select from edge where (entry.at, entry.id) < (edge.at, edge.id)) and ${kept(filter, subjects)}
        order by entry.at desc, entry.id desc limit ${limit + 1}
      )
      select ${columns}, edge.at as edge_at, edge.id as edge_id
      from (select) as once left join edge on true left join found on true
      order by found.at desc, found.id desc`.execute(db)
    const found = rows.filter(({ id }) => id !== null)
    const entries = found.slice(0, limit).map(entryOf)
    const last = entries.at(-1)
    if (found.length > limit && last !== undefined) return { entries, next: last }
    const [first] = rows
    if (first === undefined || first.edgeAt === null) return { entries, next: undefined }
    return { entries, next: { at: first.edgeAt.getTime(), id: Number(first.edgeId) } }
  }

  return {
    list: (asked: Asked): Promise<ActivityPage<StoredActivity>> => read(WITHOUT_STATES, describe, asked),

    listWithStates: (asked: Asked): Promise<ActivityPage<StoredActivity & ActivityStates>> =>
      read(WITH_STATES, describeWhole, asked),

    /** Undefined when there is none in the scope. */
    find: async (id: number, scope: ActivityScope): Promise<(StoredActivity & ActivityStates) | undefined> => {
      const { rows } = await sql<Row>`
        select entry.*, ${names(reach, subjects)},
          ${personName('actor')} as user_name, actor.entity_id as user_entity
        from audit_log entry left join known_person actor on actor.id = entry.user_id
        where entry.id = ${id} and ${within(scope, subjects)}`.execute(db)
      return rows.map(describeWhole)[0]
    },

    /** The unit that an entry is about, or that has what it is about. */
    findUnitOf: async (id: number): Promise<DataId | undefined> => {
      const { rows } = await sql<{ unit: DataId }>`
        select split_part(subject_id, '/', 1) as unit from audit_log
        where id = ${id} and subject_kind in (${sql.join(kindsOf('units', subjects))})`.execute(db)
      return rows[0]?.unit
    },
  }
}

interface Asked {
  scope: ActivityScope
  filter: ActivityFilter
  /** The last entry of the page before. */
  after: Position | undefined
  limit: number
}

const WITHOUT_STATES = sql`found.id, found.at, found.user_id, found.entity_id, found.action, found.subject_kind,
  found.subject_id, found.subject_name, found.address, found.token_name, found.user_name, found.user_entity`
const WITH_STATES = sql`${WITHOUT_STATES}, found.before, found.after`

function widthOf(scope: ActivityScope): number {
  return scope.kind === 'entities' ? scope.entities.length : 1
}

/** The newest entries of each list of a scope: one an entity, each read along its index. */
function scanned(
  scope: ActivityScope,
  { from, to }: ActivityFilter,
  { after, most, subjects }: { after: Position | undefined; most: number; subjects: ActivitySubjects },
): RawBuilder<unknown> {
  const before = after === undefined ? sql`true` : sql`(at, id) < (${new Date(after.at)}, ${after.id})`
  const newest = (list: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select ${list} as list, at, id from audit_log entry
    where ${condition} and ${before} and at >= ${new Date(from)} and at < ${new Date(to)}
    order by at desc, id desc limit ${Math.floor(most)}`
  if (scope.kind !== 'entities') return newest(sql`''`, within(scope, subjects))
  return sql`
    select newest.* from unnest(${[...scope.entities]}::text[]) as owner (id)
    cross join lateral (${newest(sql`owner.id`, sql`entry.entity_id = owner.id`)}) as newest`
}

function within(scope: ActivityScope, subjects: ActivitySubjects): RawBuilder<unknown> {
  if (scope.kind === 'entities') return sql`entry.entity_id = any (${[...scope.entities]})`
  if (scope.kind === 'user') {
    const { userId, entities } = scope
    const own = sql`(entry.user_id = ${userId} or entry.subject_kind = 'user' and entry.subject_id = ${userId})`
    return entities === undefined ? own : sql`${own} and entry.entity_id = any (${[...entities]})`
  }
  const { dataId, entities } = scope
  const parts = `${dataId.replaceAll(/[\\%_]/g, String.raw`\$&`)}/%`
  return sql`(entry.subject_id = ${dataId} or entry.subject_id like ${parts})
    and entry.subject_kind in (${sql.join(kindsOf('units', subjects))})
    and (
      entry.entity_id is null or entry.entity_id = any (${[...entities]})
      -- Labels are what one entity calls the unit, and what extensions keep may be of its own people.
      or entry.entity_id in (select entity_id from unit_entity where data_id = ${dataId})
        and entry.subject_kind not in (${sql.join(kindsOfOneEntity(subjects))})
    )`
}

function kept({ topic, userId, search }: ActivityFilter, subjects: ActivitySubjects): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (topic !== undefined) conditions.push(sql`entry.subject_kind in (${sql.join(kindsOf(topic, subjects))})`)
  if (userId !== undefined) conditions.push(sql`entry.user_id = ${userId}`)
  if (search !== undefined) {
    const like = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    conditions.push(sql`(
      entry.action ilike ${like} or entry.subject_id ilike ${like} or entry.address ilike ${like}
      or entry.user_id in (select id from known_person where first_name || ' ' || last_name ilike ${like} or email ilike ${like})
      or entry.subject_id in (select id from known_person where first_name || ' ' || last_name ilike ${like} or email ilike ${like})
      or entry.subject_id in (select data_id from unit where friendly_name ilike ${like})
      or entry.token_name ilike ${like}
      or ${SHORT_NAME} ilike ${like}
    )`)
  }
  return sql.join(conditions, sql` and `)
}

/** The name that a state has, unless the states are long, as templates are: unpacking thousands of them for a search would take minutes. */
const SHORT_NAME = sql`case
  when coalesce(pg_column_size(entry.before), 0) + coalesce(pg_column_size(entry.after), 0) < 4096
  then coalesce(entry.after ->> 'name', entry.before ->> 'name')
end`

/** The name of what an entry is about, as it is now where it is in reach, or else as the entry has it. */
function names(reach: readonly EntityId[], subjects: ActivitySubjects): RawBuilder<unknown> {
  const inReach = [...reach]
  const named = Object.entries(subjects).flatMap(([kind, { named: place, isOfUnit = false }]) => {
    if (place === undefined) return []
    const [table, name] = place
    const id = isOfUnit ? sql`split_part(entry.subject_id, '/', 2)` : sql`entry.subject_id`
    return sql`when ${kind} then (
      select thing.${sql.ref(name)} from ${sql.table(table)} thing
      where thing.id::text = ${id} and thing.entity_id = any (${inReach})
    )`
  })
  return sql`coalesce(
    case entry.subject_kind
      when 'user' then (
        select ${personName('person')} from known_person person
        where person.id = entry.subject_id and person.entity_id = any (${inReach})
      )
      when 'entity' then (
        select name from entity where entity.id = entry.subject_id and entity.id = any (${inReach})
      )
      ${sql.join(named, sql` `)}
      when 'address' then null
      when 'program token' then null
      else (
        select friendly_name from unit where unit.data_id = split_part(entry.subject_id, '/', 1) and ${isUnitOf(reach)}
      )
    end,
    entry.after ->> 'name', entry.before ->> 'name', entry.after ->> 'email', entry.before ->> 'email'
  ) as subject_name`
}

function describe(row: Row): StoredActivity {
  return {
    id: Number(row.id),
    at: row.at.getTime(),
    userId: row.userId ?? undefined,
    user:
      row.userName === null || row.userEntity === null
        ? undefined
        : { name: row.userName.trim(), entity: row.userEntity },
    entity: row.entityId ?? undefined,
    token: row.tokenName ?? undefined,
    action: row.action,
    subjectKind: row.subjectKind,
    subjectId: row.subjectId,
    subjectName: row.subjectName?.trim(),
    address: row.address,
  }
}

function describeWhole(row: Row): StoredActivity & ActivityStates {
  return { ...describe(row), before: row.before, after: row.after }
}
