import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { ChangeOf } from '@fieldwatch/contract/consequences/changes'
import { type RawBuilder, sql } from 'kysely'
import type { Recipient } from '@fieldwatch/server/delivery/mail/queue-mail'
import { activeWithReach } from '@fieldwatch/server/platform/database/active-with-reach'
import { languageOf } from '@fieldwatch/server/platform/database/person-columns'
import {
  finderOf,
  isOfEntities,
  isOfEntityOrBelow,
  isOneOf,
  type KindWithUnits,
} from '@fieldwatch/server/delivery/consequences/affected-store'
import type { Find } from '@fieldwatch/server/delivery/consequences/declaration'
import {
  type ChangedChart,
  type ChartChange,
  findCharts,
  isOneOfCharts,
} from '@fieldwatch/server/fleet/templates/affected-chart-store'
import type { HeldThing, HeldThings } from '@fieldwatch/server/people/access/held-store'
import type { Db } from '@fieldwatch/server/platform/database/database'

/** What a link shows: the title of the chart, the map, the event table or the incident, and the unit. */
const NAME = sql`concat_ws(', ', share.what ->> 'chart', share.what ->> 'title',
  (select title from event_table where event_table.id = share.event_table),
  (select title from incident where incident.id = share.incident_id),
  (select friendly_name from unit where unit.data_id = share.data_id)
)`

/** Nothing follows for a link that has expired. */
function hasNotExpired(now: number): RawBuilder<unknown> {
  return sql`(share.expires_at is null or share.expires_at > ${new Date(now)})`
}

/** Links that have not expired. */
const links = finderOf({ table: 'share', name: NAME, where: hasNotExpired, visible: isOfEntities })

/** Links that have not expired, of entities that the person who asks may change. */
const namedLinks = finderOf({ table: 'share', name: NAME, where: hasNotExpired })

export const linksOfUnits = links<KindWithUnits>(({ dataIDs }) => isOneOf('share.data_id', dataIDs))

/** A link to one unit, with who made it. */
interface MadeLink extends HeldThing, Required<Recipient> {
  readonly createdBy: UserId
  readonly isOpen: boolean
}

/** The links to units whose creators can't see these in any of some entities. */
export async function listLeftLinks(
  db: Db,
  { dataIDs, entities, now }: Pick<ChangeOf<'unit-moved'>, 'dataIDs' | 'entities'> & { readonly now: number },
): Promise<MadeLink[]> {
  const isOfUnits = sql`${isOneOf('share.data_id', dataIDs)} and ${hasNotExpired(now)}`
  const { rows } = await sql<MadeLink>`
    with recursive ${activeWithReach(sql`select created_by from share where ${isOfUnits}`)}
    select share.id, ${NAME} as name, share.entity_id as entity, created_by as "createdBy", email, first_name as "firstName",
      ${languageOf('person')} as language, person.role = 'admin' and exists (
        select from reach where reach.user_id = person.id and reach.entity_id = share.entity_id
      ) and exists (
        select from reach join unit_entity using (entity_id)
        where reach.user_id = person.id and unit_entity.data_id = share.data_id
      ) as "isOpen"
    from share join app_user person on person.id = created_by
    where ${isOfUnits} and not exists (
      select from reach where reach.user_id = created_by and reach.entity_id = any (${[...entities]})
    )
    order by 2, 1`.execute(db)
  return rows
}

export const mapsOfUnits = links<KindWithUnits>(
  ({ dataIDs }) =>
    sql`exists (select from shared_map_unit where share_id = share.id and ${isOneOf('data_id', dataIDs)})`,
)

/** The links to a chart that has another title, or is gone. */
export const linksOfCharts = (which: 'renamed' | 'gone'): Find<ChartChange['kind']> =>
  links(async (change, { db }) => showsOneOf(await findCharts(db, change, which)))

/** Links name charts by their new titles. */
export async function renameChartsOnLinks(tx: Db, change: ChartChange): Promise<void> {
  for (const chart of await findCharts(tx, change, 'renamed'))
    await sql`
      update share set what = what || jsonb_build_object('chart', ${chart.to}::text)
      where ${showsOneOf([chart])}`.execute(tx)
}

function showsOneOf(charts: readonly ChangedChart[]): RawBuilder<unknown> {
  return sql`share.kind = 'chart' and ${isOneOfCharts(charts, { title: sql`share.what ->> 'chart'`, unit: 'share.data_id' })}`
}

export const linksOfTable = links<'event-table-changed' | 'event-table-deleted'>(
  ({ dataID, event }) =>
    sql`share.event_table in (select id from event_table where data_id = ${dataID} and name = ${nameOfEvent(event)})`,
)

/** The links that show units by the rights of who made them. */
export const linksShown = (now: number): HeldThings => ({
  table: 'share',
  by: 'created_by',
  name: NAME,
  where: hasNotExpired(now),
})

export const linksBy = links<'person-enabled'>(({ userIDs }) => isOneOf('created_by', userIDs))

/** The links of a disabled entity, and to units of no other active one. Those of other entities that its people made are listed apart. */
export const linksOfDisabled = namedLinks<'entity-disabled'>(
  ({ entityID }) => sql`entity_id = ${entityID} or share.data_id in (
    select owner.data_id from unit_entity owner join entity on entity.id = owner.entity_id
    group by owner.data_id having bool_or(entity.id = ${entityID})
      and bool_and(entity.id = ${entityID} or entity.status <> 'active')
  ) and not exists (select from app_user where app_user.id = share.created_by and app_user.entity_id = ${entityID})`,
)

export const linksOfEntity = namedLinks<'entity-enabled' | 'entity-deleted'>(({ kind, entityID }) =>
  kind === 'entity-deleted' ? isOfEntityOrBelow(sql.ref('entity_id'), entityID) : isOneOf('entity_id', [entityID]),
)
