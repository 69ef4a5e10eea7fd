import type { NotifiedQuestion } from '@fieldwatch/contract/alerts/alert-recipients'
import type { AlertId, DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { DEFAULT_CHANNELS } from '@fieldwatch/contract/people/users'
import { type RawBuilder, sql } from 'kysely'
import { activeWithReach } from '#platform/database/active-with-reach.ts'
import type { Db } from '#platform/database/database.ts'
import { isUnitInReach } from '#platform/database/unit-reach.ts'
import { isOfAdmins } from '#records/store/source-policy.ts'
import { IS_OF_ADMINS } from './alert-audience-store.ts'

/** An alert as far as it decides whether anybody is notified of it, as queries. */
interface Asked {
  /** The query for `(id, entity_id, of_admins)`. */
  readonly alerts: RawBuilder<unknown>
  /** The query for `(alert_id, user_id)`: the owners and viewers who have not unsubscribed. */
  readonly people: RawBuilder<unknown>
  /** The query for `(alert_id, data_id)`. */
  readonly units: RawBuilder<unknown>
}

/** Whether messages about an alert reach anybody: the rules of `recordNotifications`, asked before there is something to tell. */
export function createNotifiedStore(db: Db) {
  return {
    /** Which of the alerts notify no one, on any of their units or on the given one. */
    listNotifyingNobody: async (ids: readonly AlertId[], dataId?: DataId): Promise<ReadonlySet<AlertId>> => {
      if (ids.length === 0) return new Set()
      const areAsked = sql`alert_id = any (${[...ids]})`
      const heard = await listHeard(db, {
        alerts: sql`select id, entity_id, ${IS_OF_ADMINS} as of_admins from alert where id = any (${[...ids]})`,
        people: sql`select alert_id, user_id from alert_person where ${areAsked} and not unsubscribed`,
        units: sql`select alert_id, data_id from alert_unit
          where ${areAsked} ${dataId === undefined ? sql`` : sql`and data_id = ${dataId}`}`,
      })
      return new Set(ids.filter((id) => !heard.has(id)))
    },

    /** Whether anybody would be notified of an alert once it is saved. Who and what is out of the reach of the asker stays with the alert. */
    wouldNotify: async (
      { alertID, entity, source, devices, people }: NotifiedQuestion,
      reach: readonly EntityId[],
    ): Promise<boolean> => {
      const before = alertID ?? ''
      const seen = sql`person.entity_id = any (${[...reach]})`
      const heard = await listHeard(db, {
        alerts: sql`select ''::text as id, ${entity}::text as entity_id, ${source !== null && isOfAdmins(source)}::boolean as of_admins`,
        people: sql`
          select ''::text as alert_id, person.id as user_id from app_user person
          left join alert_person known on known.alert_id = ${before} and known.user_id = person.id
          where known.unsubscribed is not true
            and case when ${seen} then person.id = any (${[...people]}) else known.user_id is not null end`,
        units: sql`
          select ''::text as alert_id, data_id from unit
          where case when ${isUnitInReach(sql`unit.data_id`, reach)} then data_id = any (${[...devices]})
            else exists (select from alert_unit known where known.alert_id = ${before} and known.data_id = unit.data_id) end`,
      })
      return heard.size > 0
    },
  }
}

async function listHeard(db: Db, { alerts, people, units }: Asked): Promise<ReadonlySet<AlertId>> {
  const { rows } = await sql<{ id: AlertId }>`
    with recursive asked as (${alerts}), subscriber as (${people}), watched as (${units}),
    ${activeWithReach(sql`select user_id from subscriber`)}
    select asked.id from asked where exists (
      select from alert_receiver receiver join entity on entity.id = receiver.entity_id
      where receiver.entity_id = asked.entity_id and entity.status = 'active'
    ) or exists (
      select from subscriber join app_user person on person.id = subscriber.user_id
      where subscriber.alert_id = asked.id and ${HAS_CHANNEL} and (not asked.of_admins or person.role = 'admin')
        and exists (
          select from watched join unit_entity owner using (data_id)
          join reach on reach.user_id = person.id and reach.entity_id = owner.entity_id
          where watched.alert_id = asked.id
        )
    )`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Whether messages about alerts go to a `person` by mail, or by SMS to a number that was verified. */
const HAS_CHANNEL = sql`(
  coalesce((person.notifications -> 'alerts' ->> 'emailEnable')::boolean, ${DEFAULT_CHANNELS.emailEnable})
  or coalesce((person.notifications -> 'alerts' ->> 'smsEnable')::boolean, ${DEFAULT_CHANNELS.smsEnable}) and person.phone <> ''
)`
