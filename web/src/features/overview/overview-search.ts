import { ownSearch } from '#platform/address/own-search.ts'

interface OverviewSearch {
  /** The range whose track the maps show, as `formatPickedRange` writes it; without it they show where the unit is. */
  track?: string
}

/** Reads the part of the address that belongs to the overview. */
export const readOverviewSearch = ownSearch<OverviewSearch>(['track'], ({ track }) =>
  typeof track === 'string' && track !== '' ? { track } : {},
)
