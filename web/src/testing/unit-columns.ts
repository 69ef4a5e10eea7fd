import type { UnitColumns } from '@fieldwatch/contract/units/unit-columns'
import type { DataDocument } from '@fieldwatch/contract/units/units'

/** Units as the server sends them to the list. */
export function columnsOf(units: readonly DataDocument[]): UnitColumns {
  const all = <T>(value: (unit: DataDocument) => T): T[] => units.map(value)
  return {
    dataID: all(({ dataID }) => dataID),
    friendlyName: all(({ friendlyName }) => friendlyName),
    size: all(({ size }) => size),
    service: all(({ service }) => service),
    image: all(({ image }) => image),
    active: all(({ active }) => active),
    lastActivityUTC: all(({ lastActivityUTC }) => lastActivityUTC),
    lastMessage: all(({ lastMessage }) => lastMessage),
    currentLat: all(({ currentLat }) => currentLat),
    currentLon: all(({ currentLon }) => currentLon),
    nearestPlace: all(({ nearestPlace }) => nearestPlace ?? null),
    entities: all(({ entities }) => entities),
    sharedWith: all(({ sharedWith }) => sharedWith ?? null),
    labels: all(({ labels }) => labels ?? null),
    defaultTemplate: all(({ defaultTemplate }) => defaultTemplate),
    customTemplate: all(({ customTemplate }) => customTemplate),
    connected: all(({ connected }) => connected),
  }
}
