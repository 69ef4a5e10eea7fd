export const texts = {
  'sims.status.active': 'Active',
  'sims.status.suspended': 'Suspended',
  'sims.status.inactive': 'Inactive',
  'sims.data.used-of': '{used} of {limit}',
  'sims.data.unknown': 'unknown',
} as const
