import { type Fleet, type FleetAlert, isActive, sees, type WatchedUnit } from './fleet.ts'

/** What people and units do to alerts between changes. */
export type Act =
  | { readonly kind: 'room is hot'; readonly unit: string }
  | { readonly kind: 'acknowledged'; readonly alert: string; readonly unit: string; readonly comment: string }
  | { readonly kind: 'snoozed'; readonly alert: string; readonly unit: string }

/** The states of alerts after an act, and a minute later. */
export function actNaively(before: Fleet, act: Act): Fleet {
  const fleet = structuredClone(before)
  for (const alert of fleet.alerts)
    for (const watched of alert.units) {
      if (watched.unit !== act.unit || watched.ended || watched.rests) continue
      if (act.kind === 'room is hot') watched.triggered ||= judgesRoom(fleet, alert, act.unit)
      else if (act.alert !== alert.id || !watched.triggered) continue
      else if (act.kind === 'snoozed') watched.snoozed = true
      else watched.acknowledged = act.comment
    }
  passMinute(fleet)
  return fleet
}

/** Whether it is triggered by a room that is hot: itself, or with the event table that it follows. */
function judgesRoom(fleet: Fleet, { event }: FleetAlert, unit: string): boolean {
  const table = fleet.eventTables.find((one) => one.unit === unit && one.name === event)
  return event === null || (table !== undefined && !table.ended && table.source === 'room')
}

/** Alerts on deactivated units rest. Everyone who can hear that one is triggered has heard, unless it is acknowledged or snoozed. */
export function passMinute(fleet: Fleet): void {
  for (const alert of fleet.alerts)
    for (const watched of alert.units) {
      if (fleet.units[watched.unit]?.active === false && !watched.ended && !watched.rests)
        Object.assign(watched, { ...IDLE, rests: true })
      const { triggered, acknowledged, snoozed, unit } = watched
      const isTold = triggered && acknowledged === null && !snoozed
      // Who is signed out for good hears nothing, so that what they know stays.
      const follows = (person: string): boolean => sees(fleet, person, unit) || !isActive(fleet, person)
      watched.knows = alert.people
        .filter(({ person }) => (isTold && isActive(fleet, person)) || watched.knows.includes(person))
        .map(({ person }) => person)
        .filter(follows)
    }
}

/** Where an alert watches nothing it is OK, and what people did about it is over. */
export const IDLE = { triggered: false, acknowledged: null, snoozed: false, knows: [] } satisfies Partial<WatchedUnit>
