export const texts = {
  'sensors.retrieving': 'Retrieving...',
  'sensors.missing': 'Unknown',
  'sensors.failed': 'Could not retrieve data',
  'sensors.empty': 'unknown',
} as const
