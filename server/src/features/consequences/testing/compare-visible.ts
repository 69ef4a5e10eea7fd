import { DataId, UserId } from '@fieldwatch/contract/api/ids'
import { listEvents } from '@fieldwatch/contract/events/events'
import { listUnitNames } from '@fieldwatch/contract/units/units'
import type { Db } from '#platform/database/database.ts'
import type { CallApi } from '#testing/test-app.ts'
import { signInBy } from './build-fleet.ts'
import { THINGS_OF_EXTENSIONS } from './build-things.ts'
import { succeed } from './succeed.ts'
import { type Fleet, isActive, isAdmin, reachOf, sees, shownBy } from './fleet.ts'
import { opens } from './naive-people.ts'
import type { FleetIds } from './read-fleet.ts'

interface Parts {
  readonly db: Db
  readonly call: CallApi
}

/** Who sees which units, in lists and in single reads, and which links open. Returns what differs from the model; undefined: nothing does. */
export async function compareVisible(
  { db, call }: Parts,
  fleet: Fleet,
  { dataIds }: Pick<FleetIds, 'dataIds'>,
): Promise<string | undefined> {
  const people = Object.keys(fleet.people).filter((id) => isActive(fleet, id))
  for (const id of people) {
    const { email } = await db
      .selectFrom('appUser')
      .select('email')
      .where('id', '=', UserId.parse(id))
      .executeTakeFirstOrThrow()
    const as = await signInBy(call, email)
    const expected = Object.keys(fleet.units).filter((unit) => sees(fleet, id, unit))
    const { details: listed } = await succeed(call(listUnitNames, { as, query: {} }))
    const units = listed.map((unit) => String(unit.id)).filter((unit) => dataIds.includes(unit))
    if (!isEqual(units, expected)) return `${id} sees ${units.join()} instead of ${expected.join()}`
    for (const dataID of new Set(dataIds)) {
      const { status } = await call(listEvents, { as, query: { dataID: DataId.parse(dataID) } })
      if ((status === 200) !== expected.includes(dataID)) return `${id} gets ${status} for ${dataID}`
    }
    if (!isAdmin(fleet, id)) continue
    const open = (
      await Promise.all(THINGS_OF_EXTENSIONS.map(async ({ listOpen }) => listOpen?.(call, as) ?? []))
    ).flat()
    const reach = reachOf(fleet, id)
    for (const link of fleet.links.filter(({ entity }) => reach.includes(entity))) {
      const isOpen = opens(fleet, link) && isUnitShown(fleet, link)
      if (open.includes(link.id) !== isOpen)
        return `${id} reads that a link of ${link.by} is ${isOpen ? 'closed' : 'open'}`
    }
  }
  return undefined
}

/** Links close while their unit is deactivated, while the entity of either is disabled, and once the chart or its source is gone. */
function isUnitShown(fleet: Fleet, { unit, entity, chart }: Fleet['links'][number]): boolean {
  const { entities, units, templates } = fleet
  const { active = false, entities: owners = [], sources = [] } = units[unit ?? ''] ?? {}
  const shown = templates[shownBy(fleet, unit ?? '') ?? '']
  return (
    active &&
    sources.includes('room') &&
    entities[entity]?.active === true &&
    owners.some((owner) => entities[owner]?.active === true) &&
    shown?.charts.includes(chart) === true
  )
}

/** In any order. */
const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())
