/** Warns users who rely on notifications. */
export const NO_ALERTS_YET =
  'This version of the portal does not watch for alerts: nobody is told when a value crosses a limit.'
