import { type Fleet, type FleetAlert, isActive, nearestAdmins, sees } from './fleet.ts'
import type { Step } from './naive-step.ts'

/** An alert that none of its owners can see on a unit goes to the admins of the new entity; on its other units it stays. */
export function giveAlert(
  { fleet, told }: Step,
  alert: FleetAlert,
  { unit, entity }: { readonly unit: string; readonly entity: string },
): void {
  const heirs = nearestAdmins(fleet, entity)
  const seeing = alert.people.filter(({ person }) => isActive(fleet, person) && sees(fleet, person, unit))
  const others = seeing.filter(({ person }) => !heirs.includes(person))
  const people = [
    ...others.map(({ person }) => ({ person, owns: false, standsIn: null })),
    ...heirs.map((person) => ({ person, owns: true, standsIn: null })),
  ]
  for (const heir of heirs) told.add(heir)
  if (alert.units.every((one) => one.unit === unit)) {
    alert.entity = entity
    alert.people = people
    return
  }
  const moved = alert.units.filter((one) => one.unit === unit)
  alert.units = alert.units.filter((one) => one.unit !== unit)
  fleet.alerts.push({ ...alert, id: '', entity, units: moved, people })
}

export function endAlerts({ fleet, told }: Step, unit: string, isMeant: (alert: FleetAlert) => boolean): void {
  for (const alert of fleet.alerts) {
    const watched = alert.units.find((one) => one.unit === unit && !one.ended)
    if (watched === undefined || !isMeant(alert)) continue
    watched.ended = true
    watched.reason = true
    for (const { person, owns } of alert.people) if (owns) told.add(person)
  }
}

/** An alert of which no owner can be notified goes to the nearest admins, who stand in for its owners. */
export function handOver({ fleet, told }: Step, alert: FleetAlert, people: readonly string[]): void {
  const owners = alert.people.filter(({ owns }) => owns)
  if (!owners.some(({ person }) => people.includes(person))) return
  if (owners.some(({ person }) => hears(fleet, person, alert))) return
  for (const heir of nearestAdmins(fleet, alert.entity)) {
    const known = alert.people.find(({ person }) => person === heir)
    if (known === undefined) alert.people.push({ person: heir, owns: true, standsIn: 'none' })
    else if (!known.owns) Object.assign(known, { owns: true, standsIn: 'viewer' })
    told.add(heir)
  }
}

/** Once one of its own owners can be notified again, those who stood in no longer own it. */
export function giveBack({ fleet, told }: Step, alert: FleetAlert, people: readonly string[]): void {
  const standingIn = alert.people.filter(({ standsIn }) => standsIn !== null)
  const isBack = alert.people.some(
    ({ person, owns, standsIn }) => owns && standsIn === null && people.includes(person) && hears(fleet, person, alert),
  )
  if (!isBack) return
  for (const one of standingIn) {
    told.add(one.person)
    if (one.standsIn === 'viewer') Object.assign(one, { owns: false, standsIn: null })
  }
  alert.people = alert.people.filter(({ standsIn }) => standsIn !== 'none')
}

const hears = (fleet: Fleet, person: string, { units }: FleetAlert): boolean =>
  isActive(fleet, person) && (units.length === 0 || units.some(({ unit }) => sees(fleet, person, unit)))
