import { type Fleet, type FleetAlert, isActive, nearestAdmins, sees } from './fleet.ts'
import { IDLE } from './naive-states.ts'
import { alertTopic, type Step, tell } from './naive-step.ts'

/** An alert that none of its owners can see on a unit goes to the admins of the new entity; on its other units it stays. */
export function giveAlert(
  step: Step,
  alert: FleetAlert,
  { unit, entity }: { readonly unit: string; readonly entity: string },
): void {
  const { fleet } = step
  const heirs = nearestAdmins(fleet, entity)
  const seeing = alert.people.filter(({ person }) => isActive(fleet, person) && sees(fleet, person, unit))
  const others = seeing.filter(({ person }) => !heirs.includes(person))
  const people = [
    ...others.map(({ person }) => ({ person, owns: false, standsIn: null })),
    ...heirs.map((person) => ({ person, owns: true, standsIn: null })),
  ]
  for (const heir of heirs) tell(step, heir, alertTopic(alert))
  if (alert.units.every((one) => one.unit === unit)) {
    alert.entity = entity
    alert.people = people
    return
  }
  const moved = alert.units.filter((one) => one.unit === unit)
  alert.units = alert.units.filter((one) => one.unit !== unit)
  fleet.alerts.push({ ...alert, id: '', entity, units: moved, people })
}

export function endAlerts(step: Step, unit: string, isMeant: (alert: FleetAlert) => boolean): void {
  for (const alert of step.fleet.alerts) {
    const watched = alert.units.find((one) => one.unit === unit && !one.ended)
    if (watched === undefined || !isMeant(alert)) continue
    Object.assign(watched, { ended: true, reason: true, ...IDLE })
    for (const { person, owns } of alert.people) if (owns) tell(step, person, alertTopic(alert))
  }
}

/** An event table finds nothing any more: the alerts that follow it are OK. While one is snoozed nobody is told. */
export function judgeAgain(fleet: Fleet, unit: string): void {
  for (const { event, units } of fleet.alerts)
    for (const watched of units)
      if (event !== null && watched.unit === unit && !watched.ended && !watched.rests)
        Object.assign(watched, { triggered: false, acknowledged: null, knows: watched.snoozed ? watched.knows : [] })
}

/** Whether people were told that it is triggered. */
export const isKnown = ({ units }: FleetAlert): boolean =>
  units.some(({ triggered, knows }) => triggered || knows.length > 0)

/** Where no owner can be notified of an alert, the nearest admins stand in: those of the alert, or those of the unit if they see it alone. */
export function handOver(step: Step, alert: FleetAlert, people: readonly string[]): void {
  const { fleet } = step
  const owners = alert.people.filter(({ owns }) => owns).map(({ person }) => person)
  if (!owners.some((person) => people.includes(person))) return
  const units = watchedUnits(alert).filter((unit) => !owners.some((person) => hears(fleet, person, unit)))
  if (units.length === 0 && (alert.units.length > 0 || owners.some((person) => isActive(fleet, person)))) return
  const heirs = nearestAdmins(fleet, alert.entity).filter(
    (heir) => units.length === 0 || units.some((unit) => hears(fleet, heir, unit)),
  )
  for (const unit of units) {
    if (heirs.some((heir) => hears(fleet, heir, unit))) continue
    const entities = [...(fleet.units[unit]?.entities ?? [])].sort()
    const admins = entities.map((entity) => nearestAdmins(fleet, entity)).find((found) => found.length > 0) ?? []
    heirs.push(...admins.filter((admin) => !heirs.includes(admin)))
  }
  for (const heir of heirs) {
    const known = alert.people.find(({ person }) => person === heir)
    if (known === undefined) alert.people.push({ person: heir, owns: true, standsIn: 'none' })
    else if (!known.owns) Object.assign(known, { owns: true, standsIn: 'viewer' })
    tell(step, heir, alertTopic(alert))
  }
}

/** Once its own owners can be notified on each unit again, those who stood in no longer own it. */
export function giveBack(step: Step, alert: FleetAlert, people: readonly string[]): void {
  const { fleet } = step
  const standingIn = alert.people.filter(({ standsIn }) => standsIn !== null)
  const own = alert.people.filter(({ owns, standsIn }) => owns && standsIn === null).map(({ person }) => person)
  if (standingIn.length === 0 || !own.some((person) => people.includes(person))) return
  const isBack =
    alert.units.length === 0
      ? own.some((person) => isActive(fleet, person))
      : watchedUnits(alert).every((unit) => own.some((person) => hears(fleet, person, unit)))
  if (!isBack) return
  for (const one of standingIn) {
    tell(step, one.person, alertTopic(alert))
    if (one.standsIn === 'viewer') Object.assign(one, { owns: false, standsIn: null })
  }
  alert.people = alert.people.filter(({ standsIn }) => standsIn !== 'none')
}

const hears = (fleet: Fleet, person: string, unit: string): boolean =>
  isActive(fleet, person) && sees(fleet, person, unit)

/** Those with which the alert did not end, or all if it ended with all. */
function watchedUnits({ units }: FleetAlert): string[] {
  const live = units.filter(({ ended }) => !ended)
  return (live.length > 0 ? live : units).map(({ unit }) => unit)
}
