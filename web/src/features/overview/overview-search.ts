export interface OverviewSearch {
  /** The range whose track the maps show, as `formatPickedRange` writes it; without it they show where the unit is. */
  track?: string
}

/** Reads the part of the address that belongs to the overview. */
export function readOverviewSearch({ track }: Record<string, unknown>): OverviewSearch {
  return typeof track === 'string' && track !== '' ? { track } : {}
}
