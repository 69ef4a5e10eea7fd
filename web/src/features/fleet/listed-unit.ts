import { byFriendlyName } from '@fieldwatch/contract/text/natural-order'
import type { UnitColumns } from '@fieldwatch/contract/units/unit-columns'
import type { DataDocument } from '@fieldwatch/contract/units/units'

/** What the list and the map know of a unit. */
export type ListedUnit = Omit<DataDocument, 'description' | 'apps' | 'pausedData' | 'version'>

/** The units of a reply, by name. */
export function unitsOfColumns(columns: UnitColumns): ListedUnit[] {
  const at = <T>(values: readonly T[], place: number): T => {
    const value = values[place]
    if (value === undefined) throw new Error('the columns of the units differ in length')
    return value
  }
  const units = columns.dataID.map((dataID, place): ListedUnit => {
    const sharedWith = at(columns.sharedWith, place)
    const labels = at(columns.labels, place)
    return {
      dataID,
      friendlyName: at(columns.friendlyName, place),
      size: at(columns.size, place),
      service: at(columns.service, place),
      image: at(columns.image, place),
      active: at(columns.active, place),
      lastActivityUTC: at(columns.lastActivityUTC, place),
      lastMessage: at(columns.lastMessage, place),
      currentLat: at(columns.currentLat, place),
      currentLon: at(columns.currentLon, place),
      nearestPlace: at(columns.nearestPlace, place),
      entities: at(columns.entities, place),
      defaultTemplate: at(columns.defaultTemplate, place),
      customTemplate: at(columns.customTemplate, place),
      connected: at(columns.connected, place),
      ...(sharedWith === null ? {} : { sharedWith }),
      ...(labels === null ? {} : { labels }),
    }
  })
  return units.sort(byFriendlyName)
}
