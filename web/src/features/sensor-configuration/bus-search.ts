import { BUS_IDS, type BusId } from '@fieldwatch/contract/sensors/bus-ids'
import { ownSearch } from '#platform/address/own-search.ts'

export interface BusSearch {
  /** The board that is looked at; left out: the first that is connected. */
  bus?: BusId
}

export const readBusSearch = ownSearch<BusSearch>(['bus'], ({ bus }) => {
  const known = BUS_IDS.find((id) => id === bus)
  return known === undefined ? {} : { bus: known }
})
