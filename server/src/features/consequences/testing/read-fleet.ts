import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Fleet } from './fleet.ts'

/** Which entities, people and units belong to a fleet; those that are gone by now may be among them. */
export interface FleetIds {
  readonly entities: readonly string[]
  readonly people: readonly string[]
  readonly dataIds: readonly string[]
}

/** A fleet as it is stored. */
export async function readFleet(db: Db, { entities, people, dataIds }: FleetIds): Promise<Fleet> {
  const ofEntity = sql`entity_id = any (${[...entities]}) and exists (select from entity where id = entity_id and deleted_at is null)`
  const ofUnit = sql`data_id in (select data_id from unit where data_id = any (${[...dataIds]}) and deleted_at is null)`
  const ofPerson = sql`user_id = any (${[...people]})`
  const list = async <T>(statement: ReturnType<typeof sql>): Promise<T[]> => (await statement.execute(db)).rows as T[]
  const byId = async <T>(statement: ReturnType<typeof sql>): Promise<Record<string, T>> =>
    Object.fromEntries((await list<{ id: string; of: T }>(statement)).map(({ id, of }) => [id, of]))
  const idsOf = (table: string, column: string, of: string) =>
    sql`coalesce((select jsonb_agg(data_id) from ${sql.table(table)} where ${sql.ref(column)} = ${sql.ref(of)} and data_id is not null), '[]')`
  return {
    entities: await byId(sql`
      select id, jsonb_build_object('name', name, 'parent', parent_id, 'active', status = 'active') as of
      from entity where id = any (${[...entities]}) and deleted_at is null order by name`),
    people: await byId(sql`
      select id, jsonb_build_object('name', first_name, 'entity', entity_id, 'role', role, 'active', status = 'active') as of
      from app_user where id = any (${[...people]}) order by first_name`),
    units: await byId(sql`
      select data_id as id, jsonb_build_object('name', friendly_name, 'active', active, 'template', default_template, 'copy', custom_template,
        'entities', (select jsonb_agg(entity_id) from unit_entity where unit_entity.data_id = unit.data_id),
        'sources', coalesce((select jsonb_agg(name) from source where source.data_id = unit.data_id and name not in ('action_request', 'action_result')), '[]'),
        'removed', coalesce((select jsonb_agg(name) from event_table_removed gone where gone.data_id = unit.data_id), '[]')
      ) as of
      from unit where ${ofUnit} order by friendly_name`),
    templates: await byId(sql`
      select id, jsonb_build_object('entity', case when data_id is null then entity_id end, 'charts', coalesce((
        select jsonb_agg(chart ->> 'title') from jsonb_array_elements(definition -> 'timeSeries' -> 'charts') chart
      ), '[]'), 'tables', coalesce((
        select jsonb_agg(listed ->> 'title') from jsonb_array_elements(definition -> 'events') listed
      ), '[]')) as of
      from template where data_id is null and ${ofEntity} or ${ofUnit} order by contents, id`),
    alerts: await list(sql`
      select id, name, entity_id as entity, event, ended_at is not null as ended, ended_reason is not null as reason,
        coalesce((
          select jsonb_agg(jsonb_build_object('unit', data_id, 'ended', ended_at is not null, 'reason', ended_reason is not null,
            'rests', rested_at is not null, 'triggered', status = 'high', 'snoozed', snoozed_until is not null,
            'acknowledged', case when acknowledged_at is not null then comment end,
            'knows', coalesce((
              select jsonb_agg(user_id) from alert_person
              where alert_person.alert_id = alert.id and user_id = any (informed) and notified = 'high'
            ), '[]')))
          from alert_unit where alert_id = alert.id
        ), '[]') as units,
        coalesce((
          select jsonb_agg(jsonb_build_object('person', user_id, 'owns', owns, 'standsIn', stands_in))
          from alert_person where alert_id = alert.id
        ), '[]') as people
      from alert where ${ofEntity}`),
    reports: await list(sql`
      select id::text, data_id as unit, entity_id as entity, content ->> 'chart' as chart, content ->> 'event' as event,
        created_by as "madeBy", due_at is not null as runs, awaits_recipients as "awaitsRecipients",
        stopped is not null as reason,
        coalesce((select jsonb_agg(user_id) from report_recipient where schedule_id = report_schedule.id), '[]') as recipients
      from report_schedule where ${ofEntity}`),
    eventTables: await list(sql`
      select (extract(epoch from coalesce(changed_at, created_at)) * 1000)::float8 as since, name, data_id as unit, source, ended_at is not null as ended, ended_reason is not null as reason
      from event_table where ${ofUnit}`),
    calculations: await list(sql`select id::text, data_id as unit from calculation where ${ofUnit}`),
    notes: await list(sql`select id::text, data_id as unit from note where ${ofUnit}`),
    requests: await list(sql`
      select id::text, data_id as unit, created_by as by, state, not_sent_reason is not null as reason
      from action_request where ${ofUnit}`),
    incidents: await list(sql`
      select id::text, entity_id as entity, ${idsOf('incident_unit', 'incident_id', 'incident.id')} as units
      from incident where ${ofEntity}`),
    labels: await list(sql`
      select id, entity_id as entity, name, ${idsOf('unit_label', 'label_id', 'label.id')} as units
      from label where ${ofEntity}`),
    places: await list(sql`select id::text, entity_id as entity, name from place where ${ofEntity}`),
    links: await list(sql`
      select id, entity_id as entity, created_by as by, data_id as unit, what ->> 'chart' as chart
      from share where ${ofEntity}`),
    boards: await list(sql`
      select id, entity_id as entity, saved_by as by, ${idsOf('board_unit', 'board_id', 'board.id')} as units
      from board where ${ofEntity}`),
    cards: await list(sql`select id, entity_id as entity, data_id as unit from sim where ${ofEntity}`),
    mappings: await list(sql`
      select id, entity_id as entity, mapping -> 'unit' ->> 'dataID' as unit from message_mapping where ${ofEntity}`),
    networkServers: await list(sql`select id, entity_id as entity from network_server where ${ofEntity}`),
    receivers: await list(sql`select id, entity_id as entity from alert_receiver where ${ofEntity}`),
    tokens: await list(sql`select id, user_id as owner from program_token where ${ofPerson}`),
    listViews: await list(sql`select user_id as id, user_id as owner from list_view where ${ofPerson}`),
  }
}
