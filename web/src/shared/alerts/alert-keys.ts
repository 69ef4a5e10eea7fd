/** Begins the key of everything that is read of alerts. It has its own file: what every page loads needs no more of them. */
export const ALERTS_KEY = ['alerts'] as const
