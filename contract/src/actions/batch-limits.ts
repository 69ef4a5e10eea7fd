/** The most units that are changed at once. */
export const MOST_UNITS_CHANGED = 10_000

/** The most units of a batch. Apart from its endpoints, for the list in which units are chosen. */
export const MOST_UNITS_A_BATCH = 500
