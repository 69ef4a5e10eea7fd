import { ownSearch } from '#platform/address/own-search.ts'

/** What the address of the SIM cards holds: `/sim-cards?search=north`. */
export interface SimCardsSearch {
  search?: string
}

/** Keeps what is valid of an address. */
export const readSimCardsSearch = ownSearch<SimCardsSearch>(['search'], ({ search }) =>
  // The router parses text that looks like a number, which would truncate an ICCID.
  (typeof search === 'string' && search !== '') || typeof search === 'number' ? { search: String(search) } : {},
)
