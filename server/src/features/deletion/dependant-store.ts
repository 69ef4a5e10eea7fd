import { personName } from '#platform/database/creator-name.ts'
import { type DependantGroup, MOST_DEPENDANT_NAMES } from '@fieldwatch/contract/units/dependants'
import type { DataId, EntityId, LabelId, TemplateId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

type Reach = readonly EntityId[]
type Kind = Pick<DependantGroup, 'kind' | 'effect'>

/** Counts what depends on things that can be deleted, and names what of it is in reach. */
export function createDependantStore(db: Db) {
  /** `found` selects the `name` of each, and whether it is `visible`. */
  const groupOf = async (kind: Kind, found: RawBuilder<unknown>): Promise<DependantGroup> => {
    const { rows } = await sql<{ total: number; names: string[] | null }>`
      select count(*)::int as total,
        (array_agg(name order by lower(name), name) filter (where visible))[1:${sql.lit(MOST_DEPENDANT_NAMES)}] as names
      from (${found}) found`.execute(db)
    return { ...kind, total: rows[0]?.total ?? 0, names: rows[0]?.names ?? [] }
  }

  return {
    ofTemplate: async (id: TemplateId, reach: Reach): Promise<DependantGroup[]> => [
      await groupOf(
        { kind: 'unit', effect: 'blocks' },
        sql`select friendly_name as name, ${unitInReach(reach)} as visible from unit where default_template = ${id}`,
      ),
    ],

    ofLabel: async (id: LabelId, reach: Reach): Promise<DependantGroup[]> => [
      await groupOf(
        { kind: 'unit', effect: 'changed' },
        sql`select friendly_name as name, ${unitInReach(reach)} as visible
          from unit join unit_label using (data_id) where label_id = ${id}`,
      ),
    ],

    ofUnit: async (dataId: DataId, reach: Reach): Promise<DependantGroup[]> => [
      await groupOf(
        { kind: 'alert', effect: 'ended' },
        sql`select name, entity_id = any (${[...reach]}) as visible from alert
          where exists (select from alert_unit where alert_id = alert.id and data_id = ${dataId})
            and not exists (select from alert_unit where alert_id = alert.id and data_id <> ${dataId})`,
      ),
      await groupOf(
        { kind: 'alert', effect: 'changed' },
        sql`select name, entity_id = any (${[...reach]}) as visible from alert
          where exists (select from alert_unit where alert_id = alert.id and data_id = ${dataId})
            and exists (select from alert_unit where alert_id = alert.id and data_id <> ${dataId})`,
      ),
      await groupOf(
        { kind: 'event table', effect: 'deleted' },
        sql`select title as name, true as visible from event_table where data_id = ${dataId}`,
      ),
      await groupOf(
        { kind: 'scheduled report', effect: 'deleted' },
        sql`select name, entity_id = any (${[...reach]}) as visible from report_schedule where data_id = ${dataId}`,
      ),
      await groupOf(
        { kind: 'calculated source', effect: 'deleted' },
        sql`select name, true as visible from calculation where data_id = ${dataId}`,
      ),
      await groupOf(
        { kind: 'source', effect: 'deleted' },
        sql`select name, true as visible from source where data_id = ${dataId}
          and not exists (select from calculation where data_id = ${dataId} and calculation.name = source.name)`,
      ),
      await groupOf(
        { kind: 'request', effect: 'deleted' },
        sql`select action as name, true as visible from action_request
          where data_id = ${dataId} and state in ('waiting', 'sent', 'delivered')`,
      ),
      await groupOf(
        { kind: 'shared link', effect: 'ended' },
        sql`select ${LINK_NAME} as name, entity_id = any (${[...reach]}) as visible from share where share.data_id = ${dataId}`,
      ),
      await groupOf(
        { kind: 'shared link', effect: 'changed' },
        sql`select ${LINK_NAME} as name, entity_id = any (${[...reach]}) as visible from share
          where exists (select from shared_map_unit where share_id = share.id and data_id = ${dataId})`,
      ),
      await groupOf(
        { kind: 'wallboard', effect: 'changed' },
        sql`select name, entity_id = any (${[...reach]}) as visible from board
          where exists (select from board_unit where board_id = board.id and board_unit.data_id = ${dataId})`,
      ),
      await groupOf(
        { kind: 'incident', effect: 'changed' },
        sql`select title as name, entity_id = any (${[...reach]}) as visible from incident
          where exists (select from incident_unit where incident_id = incident.id and data_id = ${dataId})`,
      ),
      await groupOf(
        { kind: 'SIM card', effect: 'changed' },
        sql`select iccid as name, entity_id = any (${[...reach]}) as visible from sim where data_id = ${dataId}`,
      ),
    ],

    /** Of entities with those below them, the entity that is asked about last. */
    ofEntities: async (ids: readonly EntityId[], reach: Reach): Promise<DependantGroup[]> => {
      const of = sql`entity_id = any (${[...ids]})`
      const ofOthers = sql`exists (select from unit_entity where data_id = unit.data_id and entity_id <> all (${[...ids]}))`
      const units = sql`select friendly_name as name, ${unitInReach(reach)} as visible from unit
        where exists (select from unit_entity where data_id = unit.data_id and ${of})`
      return [
        await groupOf(
          { kind: 'sub-entity', effect: 'deleted' },
          sql`select name, true as visible from entity where id = any (${ids.slice(0, -1)})`,
        ),
        await groupOf({ kind: 'unit', effect: 'deleted' }, sql`${units} and not ${ofOthers}`),
        await groupOf({ kind: 'unit', effect: 'changed' }, sql`${units} and ${ofOthers}`),
        await groupOf(
          { kind: 'user', effect: 'deleted' },
          sql`select ${personName()} as name, true as visible
            from app_user where ${of}`,
        ),
        await groupOf({ kind: 'alert', effect: 'deleted' }, sql`select name, true as visible from alert where ${of}`),
        await groupOf(
          { kind: 'scheduled report', effect: 'deleted' },
          sql`select name, true as visible from report_schedule where ${of}`,
        ),
        await groupOf(
          { kind: 'template', effect: 'deleted' },
          sql`select title as name, true as visible from template where ${of} and data_id is null`,
        ),
        await groupOf({ kind: 'label', effect: 'deleted' }, sql`select name, true as visible from label where ${of}`),
        await groupOf(
          { kind: 'incident', effect: 'deleted' },
          sql`select title as name, true as visible from incident where ${of}`,
        ),
        await groupOf({ kind: 'place', effect: 'deleted' }, sql`select name, true as visible from place where ${of}`),
        await groupOf(
          { kind: 'SIM card', effect: 'deleted' },
          sql`select iccid as name, true as visible from sim where ${of}`,
        ),
        await groupOf(
          { kind: 'webhook', effect: 'deleted' },
          sql`select name, true as visible from webhook where ${of}`,
        ),
        await groupOf(
          { kind: 'network server', effect: 'deleted' },
          sql`select name, true as visible from network_server where ${of}`,
        ),
        await groupOf(
          { kind: 'token', effect: 'deleted' },
          sql`select name, true as visible from program_token where ${of}`,
        ),
        await groupOf(
          { kind: 'shared link', effect: 'deleted' },
          sql`select ${LINK_NAME} as name, true as visible from share where ${of}`,
        ),
        await groupOf(
          { kind: 'wallboard', effect: 'deleted' },
          sql`select name, true as visible from board where ${of}`,
        ),
      ]
    },

    /** What else of users there is than what is handed over or paused. */
    ofUsers: async (ids: readonly UserId[], reach: Reach): Promise<DependantGroup[]> => [
      await groupOf(
        { kind: 'alert', effect: 'changed' },
        sql`select name, entity_id = any (${[...reach]}) as visible from alert
          where exists (select from alert_person where alert_id = alert.id and user_id = any (${[...ids]}))
            and exists (
              select from alert_person join app_user person on person.id = user_id
              where alert_id = alert.id and owns and user_id <> all (${[...ids]}) and person.status = 'active'
            )`,
      ),
      await groupOf(
        { kind: 'scheduled report', effect: 'changed' },
        sql`select name, entity_id = any (${[...reach]}) as visible from report_schedule schedule
          where exists (select from report_recipient where schedule_id = schedule.id and user_id = any (${[...ids]}))
            and exists (select from report_recipient where schedule_id = schedule.id and user_id <> all (${[...ids]}))`,
      ),
      await groupOf(
        { kind: 'token', effect: 'deleted' },
        sql`select name, true as visible from program_token where user_id = any (${[...ids]})`,
      ),
      await groupOf(
        { kind: 'shared link', effect: 'ended' },
        sql`select ${LINK_NAME} as name, entity_id = any (${[...reach]}) as visible from share where created_by = any (${[...ids]})`,
      ),
      await groupOf(
        { kind: 'wallboard', effect: 'paused' },
        sql`select name, entity_id = any (${[...reach]}) as visible from board where saved_by = any (${[...ids]})`,
      ),
    ],
  }
}

/** What a link shows: the title of the chart, the map, the event table or the incident, and the unit. */
const LINK_NAME = sql`concat_ws(', ', share.what ->> 'chart', share.what ->> 'title',
  (select title from event_table where event_table.id = share.event_table),
  (select title from incident where incident.id = share.incident_id),
  (select friendly_name from unit where unit.data_id = share.data_id)
)`

function unitInReach(reach: Reach): RawBuilder<unknown> {
  return sql`exists (
    select from unit_entity owner where owner.data_id = unit.data_id and owner.entity_id = any (${[...reach]})
  )`
}
