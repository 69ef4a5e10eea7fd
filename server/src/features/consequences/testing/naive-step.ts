import type { Fleet, FleetAlert } from './fleet.ts'

/** The new unit of a device behind a gateway. */
export interface NewUnit {
  readonly dataId: string
  readonly name: string
}

export type Told = Map<string, Set<Topic>>

/** Other things than alerts may have equal names. */
export type Topic = 'report' | 'link' | 'wallboard' | `alert ${string}`

export const alertTopic = ({ name }: FleetAlert): Topic => `alert ${name}`

export function tell({ told }: Pick<Step, 'told'>, person: string, topic: Topic): void {
  told.set(person, (told.get(person) ?? new Set()).add(topic))
}

/** What becomes of a fleet with a change. */
export interface Step {
  fleet: Fleet
  /** People with what a mail tells them about. */
  readonly told: Told
  /** Who makes the change. */
  readonly by: string
  /** Makes the new unit of `source-moved`. */
  readonly newUnit: NewUnit | undefined
}

export const entityOf = (fleet: Fleet, id: string) => known(fleet.entities[id])
export const personOf = (fleet: Fleet, id: string) => known(fleet.people[id])
export const unitOf = (fleet: Fleet, dataId: string) => known(fleet.units[dataId])

function known<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('a change names something that is not there')
  return thing
}
