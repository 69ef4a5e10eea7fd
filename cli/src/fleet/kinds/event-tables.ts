import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createEvent, type EventTable, listEvents, refreshEvent, removeEvent } from '@fieldwatch/contract/events/events'
import { DISTANCE_VALUE, PLACE_VALUE } from '@fieldwatch/contract/places/place-conditions'
import { isJourneyValue } from '@fieldwatch/contract/places/trip-conditions'
import { type Content, isEqual, toContent } from '../../files/json.ts'
import { withPlaceId, withPlaceName } from '../../files/named-place.ts'
import { PortalError } from '../../portal/portal.ts'
import type { Fleet } from '../fleet.ts'
import { type ChangeOfItem, eventTableKey, type PresentItem, type WantedItem } from '../items.ts'
import type { Kind } from '../kind.ts'
import { only } from './only.ts'

export const eventTables: Kind = {
  list: async (fleet, wanted) => {
    const present = (await fleet.units()).map(({ dataID }) => dataID)
    const asked = wanted === undefined ? present : present.filter((dataID) => wanted.some((one) => isOf(one, dataID)))
    const items: PresentItem[] = []
    for (const dataID of asked) items.push(...(await listOf(fleet, dataID)))
    return items
  },
  add: async (fleet, wanted) => {
    const [dataID, name] = partsOf(wanted)
    const body: Content = { dataID, name, title: wanted.name, ...(await inputOf(fleet, wanted)) }
    try {
      await fleet.portal.call(createEvent, { body: body as unknown as CallOf<typeof createEvent>['body'] })
    } catch (error) {
      // A unit that gets a template gets its event tables soon after.
      if (!(error instanceof PortalError) || error.code !== 'event/name-taken') throw error
      const given = (await listOf(fleet, dataID)).find(({ key }) => key === wanted.key)
      if (given === undefined) throw error
      const keys = Object.keys(wanted.content).filter((key) => !isEqual(wanted.content[key], given.content[key]))
      if (keys.length > 0) await change(fleet, { present: given, wanted, keys })
    }
    return undefined
  },
  change,
  remove: async ({ portal }, present) => {
    const [dataID, name] = partsOf(present)
    await portal.call(removeEvent, { body: { dataID, name } })
  },
}

async function change(fleet: Fleet, { present, wanted, keys }: ChangeOfItem): Promise<void> {
  const [dataID, name] = partsOf(present)
  const changes = only(await inputOf(fleet, wanted), keys)
  await fleet.portal.call(refreshEvent, { body: { dataID, name, version: present.version, ...changes } })
}

/** The content with ids where a file has names. */
async function inputOf(fleet: Fleet, { key, content }: WantedItem): Promise<Content> {
  const { comparison } = content
  if (typeof comparison !== 'string') return content
  const entities = (await fleet.units()).find(({ dataID }) => isOf({ key }, dataID))?.entities ?? []
  const places = (await fleet.places()).filter(({ entity }) => entities.includes(entity))
  const known = withPlaceId(comparison, (name) => places.find((place) => place.name === name)?.placeID)
  if (known === undefined) throw new Error('None of the entities of the unit has this place.')
  return { ...content, comparison: known }
}

async function listOf(fleet: Fleet, dataID: DataId): Promise<PresentItem[]> {
  const { details } = await fleet.portal.call(listEvents, { query: { dataID } })
  if (!('tables' in details)) return []
  const places = await fleet.places()
  const findName = (id: number): string | undefined => {
    const name = places.find(({ placeID }) => placeID === id)?.name
    return places.filter((place) => place.name === name).length === 1 ? name : undefined
  }
  return details.tables.map((table) => ({
    kind: 'event table',
    key: eventTableKey(dataID, table.name),
    name: table.title,
    id: table.name,
    version: table.version,
    content: describeTable(table, findName),
  }))
}

function describeTable(table: EventTable, findName: (id: number) => string | undefined): Content {
  const { comparison, startDate, values, maxGapMinutes } = table
  return toContent({
    comparison: withPlaceName(comparison, findName),
    startDate,
    values: withoutFound(values),
    maxGapMinutes,
  })
}

/** Event tables on places and on trips have what is found with them by themselves, and others never. */
export function withoutFound<V extends { readonly field: string }>(values: readonly V[]): V[] {
  return values.filter(({ field }) => field !== PLACE_VALUE && field !== DISTANCE_VALUE && !isJourneyValue(field))
}

/** A dataID has no slash. */
function partsOf({ key }: { readonly key: string }): [DataId, string] {
  const slash = key.indexOf('/')
  return [key.slice(0, slash) as DataId, key.slice(slash + 1)]
}

function isOf({ key }: { readonly key: string }, dataID: string): boolean {
  return key.startsWith(`${dataID}/`)
}
