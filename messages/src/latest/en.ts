export const texts = {
  'latest.none': 'N/A',
  'latest.yes': 'Yes',
  'latest.no': 'No',
} as const
