import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { type Fleet, isActive, sees, subtreeOf, type WatchedUnit } from './fleet.ts'
import type { Mail } from './read-mails.ts'

/** A person or a receiver that was told that an alert is triggered on a unit. Alerts are known by their name: one that was split off keeps it. */
interface Belief {
  readonly who: string
  readonly alert: string
  readonly unit: string
}

interface Message extends Belief {
  readonly id: string
  readonly kind: string
}

/** What happened since the ledger was compared last. */
interface Since {
  readonly fleet: Fleet
  /** Mails about what follows from a change. */
  readonly mails: readonly Mail[]
  /** Another dataID of a unit. */
  readonly renamed: { readonly from: string; readonly to: string } | undefined
}

/** Keeps by the messages that left who believes that which alert is triggered, whatever the portal notes about that. */
export function createToldLedger(db: Db, people: readonly string[]) {
  let beliefs: Belief[] = []
  let lastId = '0'
  /** Who got no messages lately. */
  let away: ReadonlySet<string> = new Set()
  return {
    /** Finds a belief that became wrong without a word, a person who was not told, or a word about what nobody believed. */
    compare: async ({ fleet, mails, renamed }: Since): Promise<string | undefined> => {
      if (renamed !== undefined)
        beliefs = beliefs.map((one) => (one.unit === renamed.from ? { ...one, unit: renamed.to } : one))
      const hooks = fleet.receivers.map(({ id }) => id)
      const messages = await listMessages(db, lastId, [...people, ...hooks])
      lastId = messages.at(-1)?.id ?? lastId
      const ended: Belief[] = []
      for (const message of messages) {
        const others = beliefs.filter((one) => !isEqual(one, message))
        if (!isEnd(message)) beliefs = [...others, message]
        else if (others.length < beliefs.length) {
          beliefs = others
          ended.push(message)
        } else return `an end without a beginning: ${show(message)}\n${await listAllTo(db, message)}`
      }
      const early = ended.filter((one) => isTrue(fleet, one) && !beliefs.some((belief) => isEqual(belief, one)))
      if (early.length > 0) return `told the end of what continues: ${early.map(show).join('; ')}`
      const wrong = beliefs.filter((one) => !isTrue(fleet, one))
      const isNamed = ({ who, alert }: Belief): boolean =>
        mails.some(({ to, body }) => to === who && body.includes(`“${alert}”`))
      const silent = wrong.filter((one) => isReading(fleet, one.who) && !away.has(one.who) && !isNamed(one))
      if (silent.length > 0) return `told that it is triggered, and nothing since: ${silent.map(show).join('; ')}`
      // A receiver that pauses is told once it gets messages again; people who come back look at the portal.
      beliefs = beliefs.filter((one) => !wrong.includes(one) || isPaused(fleet, one.who))
      away = new Set(beliefs.flatMap(({ who }) => (isReading(fleet, who) || !people.includes(who) ? [] : [who])))
      const unaware = listHearing(fleet).filter((one) => !beliefs.some((belief) => isEqual(belief, one)))
      return unaware.length === 0 ? undefined : `not told that it is triggered: ${unaware.map(show).join('; ')}`
    },
  }
}

const isEnd = ({ kind }: Message): boolean => kind === 'all-clear' || kind === 'ended'

const isEqual = (one: Belief, other: Belief): boolean =>
  one.who === other.who && one.alert === other.alert && one.unit === other.unit

const show = ({ who, alert, unit }: Belief): string => `${who}, ${alert} on ${unit}`

/** Triggered, or OK without a word as long as it is snoozed. */
const isOpen = ({ triggered, knows }: WatchedUnit): boolean => triggered || knows.length > 0

/**
 * Whether an alert is triggered on a unit, and its messages go to this person or receiver. People who are signed out
 * may still believe it.
 */
function isTrue(fleet: Fleet, { who, alert, unit }: Belief): boolean {
  const open = fleet.alerts.filter(
    ({ name, units }) => name === alert && units.some((watched) => watched.unit === unit && isOpen(watched)),
  )
  if (fleet.people[who] !== undefined && !isActive(fleet, who)) return open.length > 0
  return open.some(
    ({ entity, people }) =>
      (people.some(({ person }) => person === who) && sees(fleet, who, unit)) ||
      fleet.receivers.some((hook) => hook.id === who && hook.entity === entity && reaches(fleet, entity, unit)),
  )
}

const reaches = (fleet: Fleet, entity: string, unit: string): boolean =>
  fleet.units[unit]?.entities.some((one) => subtreeOf(fleet, entity).includes(one)) === true

/** Whether they get messages. */
const isReading = (fleet: Fleet, who: string): boolean =>
  isActive(fleet, who) ||
  fleet.receivers.some(({ id, entity }) => id === who && fleet.entities[entity]?.active === true)

/** Whether it is a receiver of an entity that is disabled. */
const isPaused = (fleet: Fleet, who: string): boolean =>
  fleet.receivers.some(({ id }) => id === who) && !isReading(fleet, who)

/** Where alerts are triggered, or people still believe that. */
export const listOpen = (fleet: Fleet): { alert: string; unit: string }[] =>
  fleet.alerts.flatMap(({ name: alert, units }) => units.filter(isOpen).map(({ unit }) => ({ alert, unit })))

/** The people and receivers that hear that alerts are triggered, as long as these are neither acknowledged nor snoozed. */
function listHearing(fleet: Fleet): Belief[] {
  return fleet.alerts.flatMap(({ name: alert, entity, people, units }) =>
    units.flatMap(({ unit, triggered, acknowledged, snoozed }) => {
      if (!triggered || acknowledged !== null || snoozed) return []
      const hearing = people.filter(({ person }) => isActive(fleet, person) && sees(fleet, person, unit))
      const hooks = fleet.receivers.filter(
        (hook) => hook.entity === entity && isReading(fleet, hook.id) && reaches(fleet, entity, unit),
      )
      return [...hearing.map(({ person }) => person), ...hooks.map(({ id }) => id)].map((who) => ({ who, alert, unit }))
    }),
  )
}

/** Every message to someone about an alert on a unit, also those that were withheld. */
async function listAllTo(db: Db, { who, alert, unit }: Belief): Promise<string> {
  const { rows } = await sql<object>`
    select notification.id, kind, state, alert_id, notification.entity_id, at, reason
    from alert_notification notification left join alert on alert.id = alert_id
    where coalesce(user_id, receiver_id) = ${who} and coalesce(alert.name, alert_name) = ${alert} and ${unit} = any (units)
    order by notification.id`.execute(db)
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

async function listMessages(db: Db, after: string, to: readonly string[]): Promise<Message[]> {
  const { rows } = await sql<Message>`
    select notification.id::text, coalesce(user_id, receiver_id) as who, coalesce(alert.name, alert_name) as alert,
      kind, value ->> 'dataId' as unit
    from alert_notification notification left join alert on alert.id = alert_id, jsonb_array_elements(notified)
    where notification.id > ${after}::bigint and state <> 'withheld'
      and coalesce(user_id, receiver_id) = any (${[...to]})
    order by notification.id`.execute(db)
  return rows
}
