/** Warns users who look for alerts here. */
export const NO_ALERTS_YET =
  'This version of the portal has no screen for alerts: without one that a program made by its API nobody is told when a value crosses a limit.'
