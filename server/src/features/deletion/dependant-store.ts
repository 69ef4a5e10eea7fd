import { personName } from '#platform/database/person-columns.ts'
import { type DependantGroup, MOST_DEPENDANT_NAMES } from '@fieldwatch/contract/units/dependants'
import type { DataId, EntityId, LabelId, TemplateId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { isUnitInReach, isUnitWhollyInReach } from '#platform/database/unit-reach.ts'

type Reach = readonly EntityId[]

/** `found` selects the `name` of each, and whether it is `visible`. */
type Group = readonly [kind: DependantGroup['kind'], effect: DependantGroup['effect'], found: RawBuilder<unknown>]

/** Counts what depends on things that can be deleted, and names what of it is in reach. */
export function createDependantStore(db: Db) {
  const count = async (groups: readonly Group[]): Promise<DependantGroup[]> => {
    const counted: DependantGroup[] = []
    for (const [kind, effect, found] of groups) {
      const { rows } = await sql<{ total: number; names: string[] | null }>`
        select count(*)::int as total,
          (array_agg(name order by lower(name), name) filter (where visible))[1:${sql.lit(MOST_DEPENDANT_NAMES)}] as names
        from (${found}) found`.execute(db)
      counted.push({ kind, effect, total: rows[0]?.total ?? 0, names: rows[0]?.names ?? [] })
    }
    return counted
  }

  return {
    ofTemplate: (id: TemplateId, reach: Reach): Promise<DependantGroup[]> =>
      count([
        groupsOf(isUnitInReach(sql`unit.data_id`, reach))(
          'unit',
          'blocks',
          'unit',
          sql`default_template = ${id}`,
          UNIT_NAME,
        ),
      ]),

    ofLabel: (id: LabelId, reach: Reach): Promise<DependantGroup[]> => {
      const isLabelled = sql`data_id in (select data_id from unit_label where label_id = ${id})`
      return count([
        groupsOf(isUnitInReach(sql`unit.data_id`, reach))('unit', 'changed', 'unit', isLabelled, UNIT_NAME),
      ])
    },

    ofUnit: (dataId: DataId, reach: Reach): Promise<DependantGroup[]> => {
      const ofUnit = sql`data_id = ${dataId}`
      const watches = sql`exists (select from alert_unit where alert_id = alert.id and data_id = ${dataId})`
      const watchesOthers = sql`exists (select from alert_unit where alert_id = alert.id and data_id <> ${dataId})`
      const isSource = sql`${ofUnit}
        and not exists (select from calculation where data_id = ${dataId} and calculation.name = source.name)`
      const isOpen = sql`${ofUnit} and state in ('waiting', 'sent', 'delivered')`
      const showsOnMap = sql`exists (select from shared_map_unit where share_id = share.id and data_id = ${dataId})`
      const isOnBoard = sql`exists (select from board_unit where board_id = board.id and board_unit.data_id = ${dataId})`
      const isAbout = sql`exists (select from incident_unit where incident_id = incident.id and data_id = ${dataId})`
      const within = groupsOf(ofEntities(reach))
      return count([
        within('alert', 'ended', 'alert', sql`${watches} and not ${watchesOthers}`),
        within('alert', 'changed', 'alert', sql`${watches} and ${watchesOthers}`),
        all('event table', 'deleted', 'event_table', ofUnit, sql`title`),
        within('scheduled report', 'deleted', 'report_schedule', ofUnit),
        all('calculated source', 'deleted', 'calculation', ofUnit),
        all('source', 'deleted', 'source', isSource),
        all('request', 'deleted', 'action_request', isOpen, sql`action`),
        within('shared link', 'ended', 'share', sql`share.${ofUnit}`, LINK_NAME),
        within('shared link', 'changed', 'share', showsOnMap, LINK_NAME),
        within('wallboard', 'changed', 'board', isOnBoard),
        within('incident', 'changed', 'incident', isAbout, sql`title`),
        within('SIM card', 'changed', 'sim', ofUnit, sql`iccid`),
      ])
    },

    /** Of entities with those below them, the entity that is asked about last. */
    ofEntities: (ids: readonly EntityId[], reach: Reach): Promise<DependantGroup[]> => {
      const of = ofEntities(ids)
      const isOurs = isUnitInReach(sql`unit.data_id`, ids)
      const isOursAlone = isUnitWhollyInReach(sql`unit.data_id`, ids)
      const units = groupsOf(isUnitInReach(sql`unit.data_id`, reach))
      return count([
        all('sub-entity', 'deleted', 'entity', sql`id = any (${ids.slice(0, -1)})`),
        units('unit', 'deleted', 'unit', sql`${isOurs} and ${isOursAlone}`, UNIT_NAME),
        units('unit', 'changed', 'unit', sql`${isOurs} and not ${isOursAlone}`, UNIT_NAME),
        all('user', 'deleted', 'app_user', of, personName()),
        all('alert', 'deleted', 'alert', of),
        all('scheduled report', 'deleted', 'report_schedule', of),
        all('template', 'deleted', 'template', sql`${of} and data_id is null`, sql`title`),
        all('label', 'deleted', 'label', of),
        all('incident', 'deleted', 'incident', of, sql`title`),
        all('place', 'deleted', 'place', of),
        all('SIM card', 'deleted', 'sim', of, sql`iccid`),
        all('webhook', 'deleted', 'webhook', of),
        all('network server', 'deleted', 'network_server', of),
        all('token', 'deleted', 'program_token', of),
        all('shared link', 'deleted', 'share', of, LINK_NAME),
        all('wallboard', 'deleted', 'board', of),
      ])
    },

    /** What else of users there is than what is handed over or paused. */
    ofUsers: (userIds: readonly UserId[], reach: Reach): Promise<DependantGroup[]> => {
      const ids = [...userIds]
      const hasOtherOwners = sql`
        exists (select from alert_person where alert_id = alert.id and user_id = any (${ids}))
        and exists (
          select from alert_person join app_user person on person.id = user_id
          where alert_id = alert.id and owns and user_id <> all (${ids}) and person.status = 'active'
        )`
      const hasOtherRecipients = sql`
        exists (select from report_recipient where schedule_id = report_schedule.id and user_id = any (${ids}))
        and exists (select from report_recipient where schedule_id = report_schedule.id and user_id <> all (${ids}))`
      const within = groupsOf(ofEntities(reach))
      return count([
        within('alert', 'changed', 'alert', hasOtherOwners),
        within('scheduled report', 'changed', 'report_schedule', hasOtherRecipients),
        all('token', 'deleted', 'program_token', sql`user_id = any (${ids})`),
        within('shared link', 'ended', 'share', sql`created_by = any (${ids})`, LINK_NAME),
        within('wallboard', 'paused', 'board', sql`saved_by = any (${ids})`),
      ])
    },
  }
}

/** Makes groups of the rows of a table, of which some are visible. */
function groupsOf(visible: RawBuilder<unknown>) {
  return (
    kind: Group[0],
    effect: Group[1],
    table: string,
    where: RawBuilder<unknown>,
    name: RawBuilder<unknown> = sql`name`,
  ): Group => [kind, effect, sql`select ${name} as name, ${visible} as visible from ${sql.table(table)} where ${where}`]
}

const all = groupsOf(sql`true`)

function ofEntities(ids: Reach): RawBuilder<unknown> {
  return sql`entity_id = any (${[...ids]})`
}

const UNIT_NAME = sql`friendly_name`

/** What a link shows: the title of the chart, the map, the event table or the incident, and the unit. */
const LINK_NAME = sql`concat_ws(', ', share.what ->> 'chart', share.what ->> 'title',
  (select title from event_table where event_table.id = share.event_table),
  (select title from incident where incident.id = share.incident_id),
  (select friendly_name from unit where unit.data_id = share.data_id)
)`
