/** The places of the viewing entities. */
export const PLACES_KEY = ['places'] as const
